"""The subcommands of ``newsbody``: a module each, with HELP, add_arguments and run; shared ones begin with ``_``."""
