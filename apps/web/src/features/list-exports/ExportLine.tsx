import type { ExportRequestInput } from '@simiente/contract/list-exports/calls';
import { type ExportFormat, exportPath } from '@simiente/contract/list-exports/path';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { saveLink } from '../../lib/api/download.ts';
import { countOf, type Noun } from '../../lib/format/numbers.ts';
import { lazyWithPrefetch } from '../../lib/lazy-with-prefetch.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFallbackFocus } from '../../ui/focus/fallback-focus.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { May } from '../session/public.ts';
import classes from './ExportLine.module.css';

const ExportMenu = lazyWithPrefetch(() => import('./ExportMenu.tsx'));

interface CountedListProps {
  /** The list's figures; the total is unknown until the first page has loaded. */
  loaded: {
    readonly total: number | undefined;
    readonly totalIsCapped?: boolean;
    /** Rows and figures are of the previous filters, until those of the new ones have loaded. */
    readonly isEarlier?: boolean;
    /** The rows are those of the filters, and their total is being counted. */
    readonly isCounting?: boolean;
    /** Asks again for a total that did not come. */
    readonly countAgain?: (() => void) | undefined;
  };
  /** The list and its filters. */
  request: ExportRequestInput;
  noun: Noun;
  /** The line below the title: '24 pacientes registrados'. */
  children: string | false | undefined;
}

/**
 * How many rows a list has, and the button that exports exactly those. While other filters load, it still
 * describes the rows on the screen; while these are counted, the earlier words keep their place.
 */
export function CountedList({ loaded, request, noun, children }: CountedListProps) {
  const { total, totalIsCapped, isEarlier = false, isCounting = false, countAgain } = loaded;
  const line = {
    request,
    what: total === undefined ? '' : countOf(total, noun, totalIsCapped),
    isEmpty: total === 0,
    words: children,
  };
  const [answered, setAnswered] = useState(line);
  const isKept = isEarlier || isCounting;
  const isNew = JSON.stringify(line) !== JSON.stringify(answered);
  if (!isKept && total !== undefined && isNew) setAnswered(line);
  const uncounted = { request, what: 'la lista', isEmpty: false };
  if (countAgain) {
    return (
      <ExportLine {...uncounted}>
        <NotCounted onRetry={countAgain} />
      </ExportLine>
    );
  }
  if (isCounting && answered.what !== '') {
    return (
      <ExportLine {...uncounted} isCounting>
        {answered.words}
      </ExportLine>
    );
  }
  if (total === undefined) return children;
  const { words, ...shown } = isEarlier ? answered : line;
  return (
    <ExportLine {...shown} isEarlier={isEarlier}>
      {words}
    </ExportLine>
  );
}

/** In place of a list's total. Its rows are there all the same. */
function NotCounted({ onRetry }: { onRetry: () => void }) {
  const ref = useRef<HTMLElement>(null);
  useFallbackFocus(ref);
  return (
    <span ref={ref} className={classes.uncounted}>
      <span role="status">No se pudo contar</span>
      <LockButton kind="subtle" size="compact-sm" className={classes.retry} onClick={onRetry}>
        Reintentar
      </LockButton>
    </span>
  );
}

interface Export {
  readonly request: ExportRequestInput;
  /** Content of the file: '24 pacientes', 'los cambios del periodo'. */
  readonly what: string;
}

interface RequestedFile extends Export {
  readonly format: ExportFormat;
}

interface ExportLineProps extends Export {
  children: ReactNode;
  isEmpty: boolean;
  isEarlier?: boolean;
  isCounting?: boolean;
}

/** The line below a list's title, with the button that exports the filtered list. */
export function ExportLine(props: ExportLineProps) {
  const { children, request, what, isEmpty, isEarlier, isCounting } = props;
  const exporting = useExport();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className={classes.line} aria-busy={isEarlier || isCounting || undefined}>
      <span>{isCounting ? <span data-earlier-figure>{children}</span> : children}</span>
      <May act="lists.export">
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
      </May>
    </span>
  );
}

/** Requests a list as a file, which the browser downloads. */
function useExport() {
  const failure = useFailureToast();
  const exporting = useMutation({
    onMutate: failure.clear,
    mutationFn: ({ request }: RequestedFile) => api.listExports.request(request),
    onSuccess: ({ data }, { what, format }) => {
      // The browser streams the file to disk, so its size does not matter.
      saveLink(exportPath(data.idExport, format));
      notifySuccess('Descargando…', {
        detail: `${what} en un archivo ${format === 'csv' ? 'CSV' : 'de Excel'}.`,
      });
    },
    onError: (error, failed) =>
      failure.tell('No se pudo exportar', {
        detail: error.message,
        onRetry: () => exporting.mutate(failed),
      }),
  });
  return exporting;
}
