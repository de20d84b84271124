import { type ExportFormat, exportPath } from '@simiente/contract/export-path';
import type { ExportRequestInput } from '@simiente/contract/list-exports';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { countOf, type Noun } from '../../lib/format/numbers.ts';
import { lazyWithPrefetch } from '../../lib/lazy-with-prefetch.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import classes from './ExportLine.module.css';

const ExportMenu = lazyWithPrefetch(() => import('./ExportMenu.tsx'));

interface CountedListProps {
  /** The list's figures; the total is unknown while the first page is under way. */
  loaded: { readonly total: number | undefined; readonly totalIsCapped?: boolean };
  /** The list as it is shown: which one, and by which filters. */
  request: ExportRequestInput;
  noun: Noun;
  /** The line below the title: '24 pacientes registrados'. */
  children: ReactNode;
}

/** How many rows a list has, and the button that exports just those. */
export function CountedList({ loaded, request, noun, children }: CountedListProps) {
  const { total, totalIsCapped } = loaded;
  if (total === undefined) return children;
  return (
    <ExportLine request={request} what={countOf(total, noun, totalIsCapped)} isEmpty={total === 0}>
      {children}
    </ExportLine>
  );
}

interface Export {
  readonly request: ExportRequestInput;
  /** What the file will hold: '24 pacientes', 'los cambios del periodo'. */
  readonly what: string;
}

interface RequestedFile extends Export {
  readonly format: ExportFormat;
}

interface ExportLineProps extends Export {
  children: ReactNode;
  isEmpty: boolean;
}

/** The line below a list's title, with the button that exports the list as its filters leave it. */
export function ExportLine({ children, request, what, isEmpty }: ExportLineProps) {
  const exporting = useExport();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className={classes.line}>
      <span>{children}</span>
      <span className={classes.export}>
        <LockButton
          ref={button}
          kind="subtle"
          size="compact-sm"
          className={classes.button}
          icon={<IconDownload size={16} stroke={1.7} aria-hidden />}
          {...(isEmpty ? {} : { 'aria-label': `Exportar ${what}` })}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          disabled={isEmpty}
          disabledReason="No hay nada que exportar"
          loading={exporting.isPending}
          loadingLabel="Exportar"
          onClick={() => setOpen(true)}
        >
          Exportar
        </LockButton>
        {isOpen && (
          <Suspense>
            <ExportMenu
              what={what}
              onClose={() => {
                setOpen(false);
                button.current?.focus();
              }}
              onChoose={(format) => exporting.mutate({ request, what, format })}
            />
          </Suspense>
        )}
      </span>
    </span>
  );
}

/** Requests a list as a file, and has the browser download it. */
function useExport() {
  const exporting = useMutation({
    mutationFn: ({ request }: RequestedFile) => api.listExports.request(request),
    onSuccess: ({ data }, { what, format }) => {
      download(exportPath(data.idExport, format));
      notifySuccess('Descargando…', {
        detail: `${what} en un archivo ${format === 'csv' ? 'CSV' : 'de Excel'}.`,
      });
    },
    onError: (error, failed) =>
      notifyError('No se pudo exportar', {
        detail: error.message,
        onRetry: () => exporting.mutate(failed),
      }),
  });
  return exporting;
}

/** The browser writes the file to disk while it arrives, however long it is. */
function download(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
