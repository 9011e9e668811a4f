#!/usr/bin/env python3
"""Writes the man page and the shell completions of the command line, from what its --help prints.

    describe.py HULLBAKE FOLDER

FOLDER receives hullbake.1, hullbake.bash, _hullbake (zsh) and hullbake.fish. Everything in them comes from the help.
"""
import argparse
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ITEM = re.compile(r"  (\S.*?)(?:\s{2,}(\S.*))?$")
WORDS = re.compile(r"[a-z0-9]+(?:\|[a-z0-9]+)+$")
PATH_VALUES = ("FILE", "MAP")


@dataclass
class Option:
    names: list  # "-o", "--output"
    value: str  # placeholder of the value, empty for a flag
    text: str
    words: list = field(default_factory=list)  # the values allowed, if the help lists them

    @property
    def is_path(self):
        return any(word in self.value for word in PATH_VALUES)


@dataclass
class Command:
    name: str  # empty for the program itself
    summary: str = ""
    usage: str = ""
    positionals: list = field(default_factory=list)
    options: list = field(default_factory=list)
    subcommands: list = field(default_factory=list)
    notes: list = field(default_factory=list)  # lines
    examples: list = field(default_factory=list)  # lines


def option_from(left, text):
    names, _, value = left.partition(" ")
    value = value.strip()
    return Option(names.split(","), value, text, value.split("|") if WORDS.match(value) else [])


def parse_help(name, text):
    command = Command(name)
    lines = text.rstrip("\n").split("\n")
    command.summary, command.usage = lines[0], lines[1].removeprefix("Usage: ")
    part = None
    for line in lines[2:]:
        if line.startswith("Example"):
            part = command.examples
            line = line.partition(":")[2].strip()
            line = line[:1].upper() + line[1:]
        elif line in ("Positionals:", "Options:", "Subcommands:"):
            part = {"P": command.positionals, "O": command.options, "S": command.subcommands}[line[0]]
            continue
        elif part not in (command.notes, command.examples) and line and not line.startswith(" "):
            part = command.notes
        elif part is command.examples and line and not line.startswith(" "):
            part = command.notes
        if part is command.notes or part is command.examples:
            part.append(line)
        elif line:
            if line.startswith(" " * 10):  # continues a description, or follows names too long for their column
                part[-1][1] = f"{part[-1][1]} {line.strip()}".strip()
                continue
            left, right = ITEM.match(line).groups()
            part.append([left, right or ""])
    command.options = [option_from(*item) for item in command.options]
    fill_in_choices(command)
    return command


def fill_in_choices(command):
    """Fills in the words of a value such as GAME from the notes, which list them below "Hulls of each game:"."""
    for index, line in enumerate(command.notes):
        title = re.match(r".* of each (\w+):$", line)
        listed = []
        for entry in command.notes[index + 1 :] if title else []:
            if not entry.startswith("  "):
                break
            listed.append(entry.split()[0])
        for option in command.options:
            if listed and option.value == title[1].upper():
                option.words = listed


def output_of(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def read_commands(program):
    top = parse_help("", output_of(program, "--help"))
    return top, [parse_help(name, output_of(program, name, "--help")) for name, _ in top.subcommands]


def troff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def man_lines(lines):
    out = []
    for line in lines:
        out.append(troff(line) if line else ".PP")
    while out and out[-1] == ".PP":
        out.pop()
    return out


def man_options(options):
    for option in options:
        value = f" \\fI{troff(option.value)}\\fR" if option.value else ""
        yield ".TP"
        yield ", ".join(f"\\fB{troff(name)}\\fR" for name in option.names) + value
        yield troff(option.text)


def man_page(top, commands, version):
    out = [f'.TH HULLBAKE 1 "" "hullbake {version}" "User Commands"', ".SH NAME"]
    out += ["hullbake \\- bake brush maps into collision hulls and trace boxes through them", ".SH SYNOPSIS"]
    for command in commands:
        program, name, *rest = command.usage.split()
        out += [f"\\fB{program} {name}\\fR {troff(' '.join(rest))}", ".br"]
    out += [".SH DESCRIPTION", troff(top.summary), ".SH OPTIONS", *man_options(top.options)]
    for command in commands:
        out += [f'.SH "HULLBAKE {command.name.upper()}"', troff(command.summary) + "."]
        for name, text in command.positionals:
            out += [".TP", f"\\fI{troff(name)}\\fR", troff(text)]
        out += man_options(command.options)
        if any(command.notes):
            out += [".PP", ".nf", *man_lines(command.notes), ".fi"]
        out += [".PP", "Example:", ".PP", ".nf", *man_lines(command.examples), ".fi"]
    out += [".SH EXIT STATUS", "0 done, 1 failed, 2 wrong usage."]
    out += [".SH EXAMPLES", ".nf", *man_lines(top.examples), ".fi"]
    return "\n".join(out) + "\n"


def names_of(options):
    return " ".join(name for option in options for name in option.names)


def bash_completion(top, commands):
    out = ["# Bash completion for hullbake.", "_hullbake() {"]
    out += ['    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options= words= i']
    out += ['    for ((i = 1; i < COMP_CWORD; ++i)); do', '        case ${COMP_WORDS[i]} in']
    out += [f"            {'|'.join(c.name for c in commands)}) command=${{COMP_WORDS[i]}}; break ;;"]
    out += ["        esac", "    done", '    case "$command $before" in']
    for command in commands:
        for option in command.options:
            if not option.value:
                continue
            patterns = "|".join(f"'{command.name} {name}'" for name in option.names)
            answer = "COMPREPLY=()"
            if option.words:
                answer = f"COMPREPLY=($(compgen -W '{' '.join(option.words)}' -- \"$word\"))"
            elif option.is_path:
                answer = 'mapfile -t COMPREPLY < <(compgen -f -- "$word")'
            out.append(f"        {patterns}) {answer}; return ;;")
    out += ["    esac", "    case $command in"]
    for command in commands:
        out.append(f"        {command.name}) options='{names_of(command.options)}' ;;")
    out.append(f"        *) options='{names_of(top.options)}' words='{' '.join(c.name for c in commands)}' ;;")
    out += ["    esac", "    if [[ $word == -* ]]; then", '        COMPREPLY=($(compgen -W "$options" -- "$word"))']
    out += ["    elif [[ -n $words ]]; then", '        COMPREPLY=($(compgen -W "$words" -- "$word"))']
    out += ["    else", '        mapfile -t COMPREPLY < <(compgen -f -- "$word")', "    fi", "}"]
    out += ["complete -o filenames -F _hullbake hullbake"]
    return "\n".join(out) + "\n"


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_option(option):
    text = re.sub(r"([\[\]:\\])", r"\\\1", option.text)
    action = ""
    if option.value:
        what = f"({' '.join(option.words)})" if option.words else "_files" if option.is_path else " "
        action = f":{option.value.replace(':', ' ')}:{what}"
    for name in option.names:
        yield quoted(f"*{name}[{text}]{action}")


def zsh_completion(top, commands):
    out = ["#compdef hullbake", "# Zsh completion for hullbake.", "_hullbake() {"]
    out += ["    local curcontext=$curcontext state line"]
    out += ["    local -a commands=("]
    out += [f"        {quoted(command.name + ':' + command.summary.replace(':', ' '))}" for command in commands]
    out += ["    )", "    _arguments -C \\"]
    out += [f"        {item} \\" for option in top.options for item in zsh_option(option)]
    out += ["        '1:command:->command' '*::argument:->argument'", "    case $state in"]
    out += ["        command) _describe command commands ;;", "        argument)", "            case $words[1] in"]
    for command in commands:
        out.append(f"                {command.name})")
        out.append("                    _arguments \\")
        out += [f"                        {item} \\" for option in command.options for item in zsh_option(option)]
        out += ["                        '*:file:_files'", "                    ;;"]
    out += ["            esac", "            ;;", "    esac", "}", '_hullbake "$@"']
    return "\n".join(out) + "\n"


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_option(condition, option):
    out = f"complete -c hullbake -n {fish_quoted(condition)}"
    for name in option.names:
        out += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
    if option.words:
        out += f" -x -a {fish_quoted(' '.join(option.words))}"
    elif option.value:
        out += " -r" if option.is_path else " -x"
    return out + f" -d {fish_quoted(option.text)}"


def fish_completion(top, commands):
    names = " ".join(command.name for command in commands)
    out = ["# Fish completion for hullbake.", "complete -c hullbake -n __fish_use_subcommand -f"]
    out += [fish_option("__fish_use_subcommand", option) for option in top.options]
    for command in commands:
        out.append(f"complete -c hullbake -n __fish_use_subcommand -a {command.name} -d {fish_quoted(command.summary)}")
        out += [fish_option(f"__fish_seen_subcommand_from {command.name}", option) for option in command.options]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Write man page and completions from --help.")
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    top, commands = read_commands(arguments.program)
    version = output_of(arguments.program, "--version").split()[-1]
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "hullbake.1": man_page(top, commands, version),
        "hullbake.bash": bash_completion(top, commands),
        "_hullbake": zsh_completion(top, commands),
        "hullbake.fish": fish_completion(top, commands),
    }.items():
        (arguments.folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
