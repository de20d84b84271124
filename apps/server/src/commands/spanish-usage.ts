import { type Command, Help } from 'commander';

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
};

/** Usage errors of commander (15.1), and their Spanish text. */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown command '(.*?)'/, 'No existe el comando «$1».'],
  [/^error: unknown option '(.*?)'/, 'No existe la opción «$1».'],
  [/^error: missing required argument '(.*?)'/, 'Falta <$1>.'],
  [/^error: required option '(.*?)' not specified/, 'Falta la opción «$1».'],
  [/^error: option '(.*?)' argument missing/, 'A la opción «$1» le falta su valor.'],
  [/^error: too many arguments.* Expected .*: (.*)\./, 'Sobran argumentos en $1.'],
  [/\(Did you mean (?:one of )?(.*)\?\)/, '(¿Quisiste decir $1?)'],
];

const englishHelp = new Help();
const toSpanish = (usage: string) =>
  usage.replace('[options]', '[opciones]').replace('[command]', '[comando]');

/** Translates the help and usage errors of a program, and of commands that are added to it. */
export function translateUsage(program: Command): Command {
  return program
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand('help [comando]', 'muestra la ayuda de un comando')
    .showHelpAfterError('(usa --help para ver los comandos)')
    .configureHelp({
      styleTitle: (title) => TITLES[title] ?? title,
      commandUsage: (command) => toSpanish(englishHelp.commandUsage(command)),
      subcommandTerm: (command) => toSpanish(englishHelp.subcommandTerm(command)),
      optionDescription: ({ description }) => description,
    })
    .configureOutput({
      outputError: (message, write) =>
        write(ERRORS.reduce((text, [english, spanish]) => text.replace(english, spanish), message)),
    });
}
