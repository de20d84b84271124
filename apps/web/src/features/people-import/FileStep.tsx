import { LARGEST_PEOPLE_FILE } from '@simiente/contract/people/calls';
import type { PeopleKind } from '@simiente/contract/people/columns';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { formatFileSize, pluralize } from '../../lib/format/numbers.ts';
import { FilePicker } from '../../ui/buttons/FilePicker.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { saveTemplate } from './csv.ts';
import classes from './ImportPage.module.css';
import { UndoImport } from './UndoImport.tsx';
import { kindWords } from './words.ts';

interface FileStepProps {
  kind: PeopleKind;
  isBusy: boolean;
  onPick: (file: File) => void;
}

/** The choice of a spreadsheet, a template, and the imports that can be undone. */
export function FileStep({ kind, isBusy, onPick }: FileStepProps) {
  const { person, noun } = kindWords[kind];
  const recent = useQuery(queries.people.list.queryOptions({ input: { kind } }));
  const imports = recent.data?.data.imports ?? [];
  return (
    <>
      <section className={classes.card} aria-label="Archivo">
        <div className={classes.pick}>
          <p className={classes.hint}>
            {`CSV o XLSX, de hasta ${formatFileSize(LARGEST_PEOPLE_FILE)} y 30,000 filas, con los encabezados en una fila.`}
          </p>
          <div className={classes.actions}>
            <LockButton
              kind="default"
              icon={<IconDownload size={17} stroke={1.7} aria-hidden />}
              onClick={() => saveTemplate(person)}
            >
              Descargar plantilla
            </LockButton>
            <FilePicker
              icon={<IconUpload size={17} stroke={1.7} aria-hidden />}
              accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
              disabled={isBusy}
              onPick={onPick}
            >
              {isBusy ? 'Leyendo el archivo…' : 'Elegir archivo'}
            </FilePicker>
          </div>
        </div>
      </section>
      {recent.isError && (
        <LoadError title="No se pudieron cargar las importaciones" queries={[recent]} />
      )}
      {imports.length > 0 && (
        <section className={classes.card} aria-labelledby="recent-imports">
          <h2 id="recent-imports" className={classes.title}>
            Importaciones que puedes deshacer
          </h2>
          <ul className={classes.imports}>
            {imports.map(({ idImport, fileName, startedAt, created, completed }) => (
              <li key={idImport}>
                <span className={classes.words}>
                  <strong>{fileName}</strong>
                  <span className={classes.hint}>
                    <DateText value={startedAt} />
                    {` · ${pluralize(created, noun)} y ${pluralize(completed, ['completado', 'completados'])}`}
                  </span>
                </span>
                <UndoImport kind={kind} idImport={idImport} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
