import { type ExportFormat, exportPath } from '@simiente/contract/common/paths';
import type { ExportRequestInput } from '@simiente/contract/list-exports/calls';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { saveLink } from '../../lib/api/download.ts';
import { type Noun, pluralize } from '../../lib/format/numbers.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useMenuButton } from '../../ui/menu/use-menu-button.ts';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { Can } from '../session/public.ts';
import classes from './ExportLine.module.css';

const ExportMenu = lazyOnUse(() => import('./ExportMenu.tsx'));

interface CountedListProps {
  /** The list's total; unknown until the first page has loaded. */
  loaded: {
    readonly total: number | undefined;
    readonly totalIsCapped?: boolean;
    /** Whether rows and counts still belong to the previous filters. */
    readonly isInterim?: boolean;
  };
  request: ExportRequestInput;
  noun: Noun;
  /** The line below the title: '24 pacientes registrados'. */
  children: string | false | undefined;
}

/** Number of rows of a list, and their export. While other filters load, both still describe the shown rows. */
export function CountedList({ loaded, request, noun, children }: CountedListProps) {
  const { total, totalIsCapped, isInterim = false } = loaded;
  const line = {
    request,
    fileContent: total === undefined ? '' : pluralize(total, noun, { isCapped: totalIsCapped }),
    isEmpty: total === 0,
    children,
  };
  const [loadedLine, setLoadedLine] = useState(line);
  const isNew = JSON.stringify(line) !== JSON.stringify(loadedLine);
  if (!isInterim && total !== undefined && isNew) setLoadedLine(line);
  if (total === undefined) return children;
  return <ExportLine {...(isInterim ? loadedLine : line)} isInterim={isInterim} />;
}

interface Export {
  readonly request: ExportRequestInput;
  /** Content of the file: '24 pacientes', 'los cambios del periodo'. */
  readonly fileContent: string;
}

interface ExportLineProps extends Export {
  children: ReactNode;
  isEmpty: boolean;
  isInterim?: boolean;
}

/** The line below a list's title, with the button that exports the filtered list. */
export function ExportLine(props: ExportLineProps) {
  const { children, request, fileContent, isEmpty, isInterim } = props;
  const exporting = useToastMutation('No se pudo exportar', {
    mutationFn: ({ request }: Export & { readonly format: ExportFormat }) =>
      api.listExports.request(request),
    onSuccess: ({ data }, { fileContent, format }) => {
      // The browser streams the file to disk, so its size does not matter.
      saveLink(exportPath(data.idExport, format));
      notifySuccess('Descargando…', {
        detail: `${fileContent} en un archivo ${format === 'csv' ? 'CSV' : 'de Excel'}.`,
      });
    },
    offersRetry: true,
  });
  const menu = useMenuButton();
  return (
    <span className={classes.line} aria-busy={isInterim || undefined}>
      <span>{children}</span>
      <Can capability="lists.export">
        <span className={classes.export}>
          <Button
            {...menu.buttonProps}
            kind="subtle"
            size="compact-sm"
            className={classes.button}
            icon={IconDownload}
            {...(isEmpty ? {} : { 'aria-label': `Exportar ${fileContent}` })}
            disabled={isEmpty}
            disabledReason="No hay nada que exportar"
            loading={exporting.isPending}
            loadingLabel="Exportar"
            onClick={menu.open}
          >
            Exportar
          </Button>
          {menu.isOpen && (
            <ExportMenu
              fileContent={fileContent}
              onClose={menu.close}
              onChoose={(format) => exporting.mutate({ request, fileContent, format })}
            />
          )}
        </span>
      </Can>
    </span>
  );
}
