import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { LinkButton } from '../buttons/LinkButton.tsx';
import { EmptyTrayArt, NoResultsArt } from '../illustrations/state-art.tsx';
import type { LinkSlot } from '../link-slot.ts';
import { EmptyState } from '../page/EmptyState.tsx';

type NewRow = { readonly label: string } & (
  | {
      readonly onClick: () => void;
      /** Icon of the button in the page's header; by default a plus sign. */
      readonly icon?: TablerIcon;
      readonly link?: never;
    }
  | { readonly link: LinkSlot; readonly onClick?: never }
);

interface EmptyListProps {
  isFiltered: boolean;
  /** Clears the filters; undefined for a list without filters. */
  onClear?: (() => void) | undefined;
  /** Advice when no row matches the filters. */
  hint?: string | undefined;
  /** The button of an empty list: it opens a dialog, or links to the page where the first row is created. */
  create?: NewRow | undefined;
  /** Advice for an empty list. */
  children: ReactNode;
}

/** The message of a list without rows: no row matches the filters, or the list is empty. */
export function EmptyList({
  isFiltered,
  onClear,
  hint = 'Prueba con otra búsqueda u otros filtros.',
  create,
  children,
}: EmptyListProps) {
  if (!isFiltered) {
    return (
      <EmptyState
        role="status"
        illustration={<EmptyTrayArt />}
        title="No data available"
        action={
          create &&
          (create.link ? (
            <LinkButton kind="default" link={create.link}>
              {create.label}
            </LinkButton>
          ) : (
            <Button kind="default" aria-haspopup="dialog" onClick={create.onClick}>
              {create.label}
            </Button>
          ))
        }
      >
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      role="status"
      illustration={<NoResultsArt />}
      title="No hay datos disponibles"
      action={
        <Button kind="default" {...(onClear && { onClick: onClear })}>
          Limpiar filtros
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}
