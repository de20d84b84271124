import type { Capability } from '@simiente/contract/common/access/roles';
import { fold } from '@simiente/contract/common/search-words';
import {
  IconBuildingHospital,
  IconCalendar,
  IconCalendarPlus,
  IconChartLine,
  IconClock,
  IconGitMerge,
  IconKeyboard,
  IconLogout,
  IconPencil,
  IconPrescription,
  IconSunMoon,
  IconUser,
  IconUserPlus,
  IconUserSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { findMissingWords } from './mark-matches.ts';

/** A page that the search finds, in addition to records. */
export interface MenuPage {
  /** Path of the page; it may end in a query. */
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** Second key of the shortcut, after G. */
  readonly letter?: string;
  /** Capability needed to see the page; one of several suffices. */
  readonly needs?: Capability | readonly Capability[] | undefined;
}

/** Action of a command that opens no page. */
export type CommandAction =
  | 'patient'
  | 'appointment'
  | 'prospect'
  | 'edit-patient'
  | 'theme'
  | 'shortcuts'
  | 'sign-out';

/** A command of the search: it opens a page or runs an action. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly target: CommandAction | `/${string}`;
  /** Synonyms that the search also finds. */
  readonly words?: string | undefined;
  readonly needs?: Capability | undefined;
  readonly keys?: readonly string[];
  /** Name of the record that the command creates. */
  readonly newName?: string;
}

type Row = readonly [
  label: string,
  icon: TablerIcon,
  target: Command['target'],
  words?: string,
  needs?: Capability,
];

const toCommand = ([label, icon, target, words, needs]: Row): Command => ({
  id: `comando-${fold(label).replaceAll(/\W+/g, '-')}`,
  label,
  icon,
  target,
  words,
  needs,
});

interface CommandSection {
  readonly id: 'record' | 'actions' | 'pages' | 'app';
  readonly title: string;
  readonly options: readonly Command[];
}

/** The open record. Its ids are from the page's URL. */
interface OpenRecord {
  readonly idUser?: string | undefined;
  readonly idDoctor?: string | undefined;
  /** Whether the patient's fields are loaded, so that the form can open. */
  readonly isLoaded?: boolean;
}

interface CommandContext {
  readonly pages: readonly MenuPage[];
  readonly isDark: boolean;
  readonly can: (capability: Capability) => boolean;
  readonly record?: OpenRecord;
  /** A searched name without a matching record, which commands can use for a new person. */
  readonly newName?: string | undefined;
}

/** Every command that the account may use. */
export function listCommands(context: CommandContext): CommandSection[] {
  const { pages, isDark, can, record = {}, newName } = context;
  const actions: CommandSection = {
    id: 'actions',
    title: 'Acciones',
    options: creations.map(toCommand).map((command) => withNewName(command, newName)),
  };
  const open: CommandSection = {
    id: 'record',
    title: 'Esta ficha',
    options: recordRows(record).map(toCommand),
  };
  const sections: CommandSection[] = [
    ...(newName === undefined ? [open, actions] : [actions, open]),
    {
      id: 'pages',
      title: 'Ir a',
      options: pages.map(({ to, label, icon, letter }) => ({
        ...toCommand([label, icon, to as `/${string}`, pageWords[to]]),
        ...(letter !== undefined && { keys: ['G', letter] }),
      })),
    },
    {
      id: 'app',
      title: 'Simiente',
      options: [
        toCommand([`Tema: ${isDark ? 'claro' : 'oscuro'}`, IconSunMoon, 'theme', THEME_WORDS]),
        {
          ...toCommand(['Ver atajos de teclado', IconKeyboard, 'shortcuts', 'teclas ayuda']),
          keys: ['?'],
        },
        toCommand(['Cerrar Sesión', IconLogout, 'sign-out', 'salir']),
      ],
    },
  ];
  return sections
    .map((section) => ({
      ...section,
      options: section.options.filter(({ needs }) => needs === undefined || can(needs)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Synonyms of pages, by path. They are separate from the menu, because every page loads the menu. */
const pageWords: Readonly<Record<string, string>> = {
  '/medicos?vista=agenda': 'clinica citas hoy dia calendario',
  '/ordenes': 'estudios vencidas pendientes dias esperados',
  '/resultados-recibidos': 'laboratorio csv hl7 sin paciente asignar',
  '/por-firmar': 'informes borradores revisar firma firmar firmados',
  '/analitos': 'laboratorio referencia valores metodo unidad',
  '/membrete': 'clinica logotipo licencia domicilio documentos papel pdf',
  '/privacidad':
    'arco solicitudes derechos datos personales acceso rectificacion cancelacion oposicion aviso',
  '/cuentas': 'usuarios personal roles invitar',
  '/home/recetas': 'validacion pendientes',
};

const THEME_WORDS = 'modo claro oscuro';

const creations: readonly Row[] = [
  ['Crear paciente', IconUserPlus, 'patient', 'nuevo agregar', 'patients.edit'],
  ['Crear cita', IconCalendarPlus, 'appointment', 'nueva agendar', 'patients.edit'],
  ['Crear prospecto', IconUserSearch, 'prospect', 'nuevo agregar', 'directory.edit'],
  [
    'Crear partner',
    IconBuildingHospital,
    '/partners/create-partner',
    'nuevo agregar socio',
    'directory.edit',
  ],
];

function withNewName(command: Command, newName: string | undefined): Command {
  const isPerson = command.target === 'patient' || command.target === 'prospect';
  if (newName === undefined || !isPerson) return command;
  return { ...command, label: `${command.label} «${newName}»`, newName };
}

/** The pages and actions of the open record. */
function recordRows({ idUser, idDoctor, isLoaded }: OpenRecord): readonly Row[] {
  const doctor = `/medicos/${idDoctor}` as const;
  const patient = `/pacientes/${idUser}` as const;
  if (idUser === undefined) {
    if (idDoctor === undefined) return [];
    return [
      ['Agenda del médico', IconCalendar, doctor],
      ['Horarios del médico', IconClock, `${doctor}/horarios`, '', 'directory.edit'],
    ];
  }
  const edit: Row = ['Editar paciente', IconPencil, 'edit-patient', 'corregir', 'patients.edit'];
  return [
    ['Resumen del paciente', IconUser, patient],
    ...(isLoaded ? [edit] : []),
    ['Citas médicas del paciente', IconCalendar, `${patient}/doctor-appointments`],
    ['Recetas del paciente', IconPrescription, `${patient}/recipe-appointments`],
    ['Resultados del paciente', IconChartLine, `${patient}/resultados`, '', 'results.read'],
    ['Fusionar con otra ficha', IconGitMerge, `${patient}/fusionar`, 'duplicado', 'patients.merge'],
  ];
}

/** Ranks: the label begins with the text; the label has all its words; the label and the synonyms together do. */
export const LABEL_BEGINS = 2;
const LABEL_HAS = 1;
const WORDS_HAVE = 0;
const NO_MATCH = -1;
/** Minimum length of a text for `LABEL_BEGINS`. Shorter texts are more likely the beginning of a person's name. */
const MIN_LETTERS = 3;

/** The commands that match a text, best match first: 'agenda' finds the page, then 'Crear cita' by 'agendar'. */
export function findCommands(sections: readonly CommandSection[], text: string) {
  return sections
    .map((section) => {
      const ranked = section.options
        .map((option) => ({ option, rank: rankOption(option, text) }))
        .filter(({ rank }) => rank !== NO_MATCH)
        .toSorted((one, other) => other.rank - one.rank);
      return {
        ...section,
        options: ranked.map(({ option }) => option),
        rank: ranked[0]?.rank ?? NO_MATCH,
      };
    })
    .filter(({ rank }) => rank !== NO_MATCH)
    .toSorted((one, other) => other.rank - one.rank);
}

function rankOption({ label, words = '' }: Command, text: string): number {
  if (text.length >= MIN_LETTERS && fold(label).startsWith(fold(text))) return LABEL_BEGINS;
  if (findMissingWords(label, text).length === 0) return LABEL_HAS;
  return findMissingWords(`${label} ${words}`, text).length === 0 ? WORDS_HAVE : NO_MATCH;
}
