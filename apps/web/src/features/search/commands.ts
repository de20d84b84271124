import type { Capability } from '@simiente/contract/common/access/roles';
import { fold } from '@simiente/contract/common/search-words';
import {
  IconBuildingHospital,
  IconCalendar,
  IconCalendarPlus,
  IconClock,
  IconKeyboard,
  IconLogout,
  IconPrescription,
  IconSunMoon,
  IconUser,
  IconUserPlus,
  IconUserSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { missingWords } from './mark-matches.ts';

/** A page that the search finds besides records. */
export interface MenuPage {
  /** Its path, which may end in a query. */
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** Second key of the shortcut, after G. */
  readonly letter?: string;
  /** Capability needed to see it; any of several. */
  readonly needs?: Capability | readonly Capability[];
}

/** Act of a command that leads to no page. */
export type Act = 'patient' | 'appointment' | 'prospect' | 'theme' | 'shortcuts' | 'sign-out';

/** Something that the search can do: lead to a page or act. */
export type CommandOption = {
  readonly id: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  readonly needs?: Capability;
} & ({ readonly path: string } | { readonly act: Act });

interface CommandSection {
  readonly id: 'record' | 'actions' | 'pages' | 'app';
  readonly title: string;
  readonly options: readonly CommandOption[];
}

/** Other words by which a command is found, besides those of its label. */
const otherWords: Readonly<Record<string, string>> = {
  'crear-paciente': 'nuevo agregar',
  'crear-cita': 'nueva agendar',
  'crear-prospecto': 'nuevo agregar',
  'crear-partner': 'nuevo agregar socio',
  'ir-a-cuentas': 'usuarios personal roles invitar',
  'ir-a-por-firmar': 'informes borradores revisar firma firmar firmados',
  'ir-a-membrete': 'clinica logotipo licencia domicilio documentos papel pdf',
  'ir-a-privacidad':
    'arco solicitudes derechos datos personales acceso rectificacion cancelacion oposicion aviso',
  'ir-a-ordenes': 'estudios vencidas pendientes dias esperados',
  'ir-a-resultados-recibidos': 'laboratorio csv hl7 sin paciente asignar',
  'ir-a-analitos': 'laboratorio referencia valores metodo unidad',
  'ir-a-home/recetas': 'validacion pendientes',
  'ir-a-medicos?vista=agenda': 'clinica citas hoy dia calendario',
  tema: 'modo claro oscuro',
  atajos: 'teclas ayuda',
  'cerrar-sesion': 'salir',
};

/** The commands that the account may use and a text names, or all of those if it names none. */
export function commandSections(
  menuPages: readonly MenuPage[],
  text: string,
  isDark: boolean,
  may: (capability: Capability) => boolean = () => true,
  record: OpenRecord = {},
): {
  readonly sections: readonly CommandSection[];
  /** Whether the text names any. */
  readonly isNamed: boolean;
  /** How many of the sections, the first ones, have a name that begins so. */
  readonly begun: number;
} {
  const all = [...recordSection(record), ...everySection(menuPages, isDark)]
    .map((section) => ({
      ...section,
      options: section.options.filter(({ needs }) => needs === undefined || may(needs)),
    }))
    .filter(({ options }) => options.length > 0);
  if (text === '') return { sections: all, isNamed: false, begun: 0 };
  const named = all
    .map((section) => ({
      ...section,
      options: section.options
        .filter(
          ({ id, label }) => missingWords(`${label} ${otherWords[id] ?? ''}`, text).length === 0,
        )
        .toSorted((one, other) => rankOption(other, text) - rankOption(one, text)),
    }))
    .filter(({ options }) => options.length > 0)
    // A matching name ranks before a matching keyword: 'agenda' is a page before it is 'agendar'.
    .toSorted((one, other) => nearest(other, text) - nearest(one, text));
  const isNamed = named.length > 0;
  const begun = named.filter((section) => nearest(section, text) === BEGUN).length;
  return { sections: isNamed ? named : all, isNamed, begun };
}

const BEGUN = 2;
/** A shorter text is more likely the beginning of a person's name. */
const LETTERS_OF_NAME = 3;

/** How near a text is to an option: it begins its label, is in its label, or only means it. */
function rankOption({ label }: CommandOption, text: string): number {
  if (text.length >= LETTERS_OF_NAME && fold(label).startsWith(fold(text))) return BEGUN;
  return missingWords(label, text).length === 0 ? 1 : 0;
}

function nearest({ options }: CommandSection, text: string): number {
  return Math.max(...options.map((option) => rankOption(option, text)));
}

/** The record of the page, by the parameters of its address. */
interface OpenRecord {
  readonly idUser?: string | undefined;
  readonly idDoctor?: string | undefined;
}

/** The other pages of the open record. */
function recordSection({ idUser, idDoctor }: OpenRecord): CommandSection[] {
  const pages: readonly (readonly [id: string, label: string, icon: TablerIcon, path: string])[] =
    idUser !== undefined
      ? [
          ['resumen', 'Resumen del paciente', IconUser, `/pacientes/${idUser}`],
          [
            'citas',
            'Citas médicas del paciente',
            IconCalendar,
            `/pacientes/${idUser}/doctor-appointments`,
          ],
          [
            'recetas',
            'Recetas del paciente',
            IconPrescription,
            `/pacientes/${idUser}/recipe-appointments`,
          ],
        ]
      : idDoctor !== undefined
        ? [
            ['agenda', 'Agenda del médico', IconCalendar, `/medicos/${idDoctor}`],
            ['horarios', 'Horarios del médico', IconClock, `/medicos/${idDoctor}/horarios`],
          ]
        : [];
  if (pages.length === 0) return [];
  const options = pages.map(([id, label, icon, path]) => ({
    id: `ficha-${id}`,
    label,
    icon,
    path,
  }));
  return [{ id: 'record', title: 'Esta ficha', options }];
}

function everySection(menuPages: readonly MenuPage[], isDark: boolean): CommandSection[] {
  return [
    {
      id: 'actions',
      title: 'Acciones',
      options: [
        {
          id: 'crear-paciente',
          label: 'Crear paciente',
          icon: IconUserPlus,
          act: 'patient',
          needs: 'patients.edit',
        },
        {
          id: 'crear-cita',
          label: 'Crear cita',
          icon: IconCalendarPlus,
          act: 'appointment',
          needs: 'patients.edit',
        },
        {
          id: 'crear-prospecto',
          label: 'Crear prospecto',
          icon: IconUserSearch,
          act: 'prospect',
          needs: 'directory.edit',
        },
        {
          id: 'crear-partner',
          label: 'Crear partner',
          icon: IconBuildingHospital,
          path: '/partners/create-partner',
          needs: 'directory.edit',
        },
      ],
    },
    {
      id: 'pages',
      title: 'Ir a',
      options: menuPages.map(({ to, label, icon, letter }) => ({
        id: `ir-a-${to.slice(1)}`,
        label,
        icon,
        path: to,
        ...(letter !== undefined && { keys: ['G', letter] }),
      })),
    },
    {
      id: 'app',
      title: 'Simiente',
      options: [
        {
          id: 'tema',
          label: isDark ? 'Tema: claro' : 'Tema: oscuro',
          icon: IconSunMoon,
          act: 'theme',
        },
        {
          id: 'atajos',
          label: 'Ver atajos de teclado',
          icon: IconKeyboard,
          keys: ['?'],
          act: 'shortcuts',
        },
        { id: 'cerrar-sesion', label: 'Cerrar Sesión', icon: IconLogout, act: 'sign-out' },
      ],
    },
  ];
}
