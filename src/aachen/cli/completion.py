"""`aachen completion SHELL`: a script by which bash, zsh or fish completes commands, options and their values."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator

from aachen.cli.arguments import Say
from aachen.cli.described import DescribedCommand, DescribedOption, described
from aachen.locales import catalogue

BASH = """\
# Completion of aachen for bash: eval "$(aachen completion bash)"
_aachen() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= word words=
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $word in {names}) command=$word; break ;; esac
    done
    case "$command $previous" in
{values}
    esac
    if [ -z "$words" ]; then
        case $command in
{words}
        esac
        [[ $current == -* || -z $command ]] || COMPREPLY=($(compgen -f -- "$current"))
    fi
    COMPREPLY+=($(compgen -W "$words" -- "$current"))
}}
complete -o filenames -F _aachen aachen
"""

ZSH = """\
#compdef aachen
# Completion of aachen for zsh: source <(aachen completion zsh)
_aachen() {{
    local command= word
    local -a about
    for word in ${{words[2,CURRENT-1]}}; do
        case $word in {names}) command=$word; break ;; esac
    done
    case "$command ${{words[CURRENT-1]}}" in
{values}
    esac
    case $command in
{words}
    esac
    [[ -z $command ]] || _files
}}
compdef _aachen aachen
"""


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """For which shell."""
    parser.add_argument("shell", choices=tuple(SCRIPTS), help=say("install.shell"))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(SCRIPTS[args.shell](described(catalogue(args.language).say)), end="")
    return 0


def bash_script(program: DescribedCommand) -> str:
    """Words only: bash shows no descriptions."""
    values = [
        f"        {shlex.quote(f'{command} {name}')}) words={shlex.quote(' '.join(option.choices))} ;;"
        for command, name, option in _with_choices(program)
    ]
    words = [
        f"            {shlex.quote(command.name if command is not program else '')}) words={shlex.quote(' '.join(_words(command)))} ;;"
        for command in (program, *program.commands)
    ]
    return BASH.format(names=_names(program), values="\n".join(values), words="\n".join(words))


def zsh_script(program: DescribedCommand) -> str:
    """Words with what each of them does."""
    values = [
        f"        {shlex.quote(f'{command} {name}')}) compadd -- {' '.join(option.choices)}; return ;;"
        for command, name, option in _with_choices(program)
    ]
    words = [
        f"        {shlex.quote(command.name if command is not program else '')})"
        f" about=({' '.join(_described_words(command))}); _describe -o aachen about ;;"
        for command in (program, *program.commands)
    ]
    return ZSH.format(names=_names(program), values="\n".join(values), words="\n".join(words))


def fish_script(program: DescribedCommand) -> str:
    """One line for each word."""
    lines = ["# Completion of aachen for fish: aachen completion fish | source"]
    lines += [_fish_option("__fish_use_subcommand", option) for option in program.options if option.names]
    for command in program.commands:
        lines.append(
            f"complete -c aachen -f -n __fish_use_subcommand -a {command.name} -d {_fish(command.about)}"
        )
        inside = f"__fish_seen_subcommand_from {command.name}"
        for below in command.commands:
            lines.append(f"complete -c aachen -f -n {_fish(inside)} -a {below.name} -d {_fish(below.about)}")
        for option in command.options:
            lines.append(_fish_option(inside, option))
    return "\n".join(line for line in lines if line) + "\n"


def _fish_option(where: str, option: DescribedOption) -> str:
    if not option.names:
        values = f"-f -a {_fish(' '.join(option.choices))}" if option.choices else ""
        return f"complete -c aachen -n {_fish(where)} {values} -d {_fish(option.about)}" if values else ""
    names = " ".join(
        f"-l {name.removeprefix('--')}" if name.startswith("--") else f"-s {name.removeprefix('-')}"
        for name in option.names
    )
    value = f" -x -a {_fish(' '.join(option.choices))}" if option.choices else " -r" if option.value else ""
    return f"complete -c aachen -n {_fish(where)} {names}{value} -d {_fish(option.about)}"


def _fish(text: str) -> str:
    """In single quotes fish knows two escapes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _names(program: DescribedCommand) -> str:
    return "|".join(command.name for command in program.commands)


def _with_choices(program: DescribedCommand) -> Iterator[tuple[str, str, DescribedOption]]:
    """Options whose values are known, with the command they belong to."""
    for command in (program, *program.commands):
        for option in command.options:
            for name in option.names if option.choices else ():
                yield (command.name if command is not program else ""), name, option


def _words(command: DescribedCommand) -> list[str]:
    """Everything that may be typed after a command, without files."""
    options = [name for option in command.options for name in option.names]
    values = [choice for option in command.options if not option.names for choice in option.choices]
    return [*(below.name for below in command.commands), *values, *options]


def _described_words(command: DescribedCommand) -> list[str]:
    pairs = [(below.name, below.about) for below in command.commands]
    for option in command.options:
        pairs += [(word, option.about) for word in option.names or option.choices]
    return [shlex.quote(f"{word}:{re.sub(r'[:]', ',', about)}") for word, about in pairs]


SCRIPTS = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}
