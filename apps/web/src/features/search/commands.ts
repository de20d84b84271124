import type { Capability } from '@simiente/contract/common/roles';
import {
  IconBuildingHospital,
  IconCalendarPlus,
  IconKeyboard,
  IconLogout,
  IconSunMoon,
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
  /** With it the keys G and this letter lead there. */
  readonly letter?: string;
}

/** What a command does, unless it leads to a page. */
export type Act = 'patient' | 'appointment' | 'prospect' | 'theme' | 'shortcuts' | 'sign-out';

/** Something that the search can do: lead to a page or act. */
export type CommandOption = {
  readonly id: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
} & ({ readonly path: string } | { readonly act: Act });

export interface CommandSection {
  readonly id: 'actions' | 'pages' | 'app';
  readonly title: string;
  readonly options: readonly CommandOption[];
}

/** Other words by which a command is found, besides those of its label. */
const otherWords: Readonly<Record<string, string>> = {
  'crear-paciente': 'nuevo agregar',
  'crear-cita': 'nueva agendar',
  'crear-prospecto': 'nuevo agregar',
  'crear-partner': 'nuevo agregar socio',
  'ir-a-home/recetas': 'validacion pendientes',
  'ir-a-medicos?vista=agenda': 'citas hoy dia calendario',
  tema: 'modo claro oscuro',
  atajos: 'teclas ayuda',
  'cerrar-sesion': 'salir',
};

/** What an account needs for a command. */
const needs: Readonly<Record<string, Capability>> = {
  'crear-paciente': 'patients.edit',
  'crear-cita': 'patients.edit',
  'crear-prospecto': 'directory.edit',
  'crear-partner': 'directory.edit',
};

/** The commands that the account may use and a text names, or all of those if it names none. */
export function commandSections(
  menuPages: readonly MenuPage[],
  text: string,
  isDark: boolean,
  may: (capability: Capability) => boolean = () => true,
): { readonly sections: readonly CommandSection[]; readonly isNamed: boolean } {
  const all = everySection(menuPages, isDark)
    .map((section) => ({
      ...section,
      options: section.options.filter(({ id }) => {
        const needed = needs[id];
        return needed === undefined || may(needed);
      }),
    }))
    .filter(({ options }) => options.length > 0);
  if (text === '') return { sections: all, isNamed: false };
  const named = all
    .map((section) => ({
      ...section,
      options: section.options.filter(
        ({ id, label }) => missingWords(`${label} ${otherWords[id] ?? ''}`, text).length === 0,
      ),
    }))
    .filter(({ options }) => options.length > 0)
    // What is called so comes before what only means it: 'agenda' is a page before it is 'agendar'.
    .toSorted((one, other) => Number(isCalled(other, text)) - Number(isCalled(one, text)));
  const isNamed = named.length > 0;
  return { sections: isNamed ? named : all, isNamed };
}

/** Whether an option has the words in its label. */
function isCalled({ options }: CommandSection, text: string): boolean {
  return options.some(({ label }) => missingWords(label, text).length === 0);
}

function everySection(menuPages: readonly MenuPage[], isDark: boolean): CommandSection[] {
  return [
    {
      id: 'actions',
      title: 'Acciones',
      options: [
        { id: 'crear-paciente', label: 'Crear paciente', icon: IconUserPlus, act: 'patient' },
        { id: 'crear-cita', label: 'Crear cita', icon: IconCalendarPlus, act: 'appointment' },
        { id: 'crear-prospecto', label: 'Crear prospecto', icon: IconUserSearch, act: 'prospect' },
        {
          id: 'crear-partner',
          label: 'Crear partner',
          icon: IconBuildingHospital,
          path: '/partners/create-partner',
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
