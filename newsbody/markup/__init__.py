"""Markup of a body: HTML, Markdown, outline, images and links."""
