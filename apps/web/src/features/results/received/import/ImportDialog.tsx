import { NativeSelect } from '@mantine/core';
import { visibleText } from '@simiente/contract/common/text';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import { type DecimalSign, decimalSigns } from '@simiente/contract/results/columns';
import { DEFAULT_STUDY } from '@simiente/contract/results/fields';
import {
  type CheckedFile,
  checkedFileData,
  type FileOutcome,
  importedFileData,
  MAX_RESULTS_FILE_SIZE,
} from '@simiente/contract/results/file-calls';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, queries } from '../../../../lib/api/client.ts';
import { describeFailure } from '../../../../lib/api/failure.ts';
import { useRequestKey } from '../../../../lib/api/request-key.ts';
import { upload } from '../../../../lib/api/upload.ts';
import { formatCount, formatFileSize, pluralize } from '../../../../lib/format/numbers.ts';
import { FilePicker } from '../../../../ui/buttons/FilePicker.tsx';
import { LaboratorySelect } from '../../../exams/public.ts';
import { MutationModal } from '../../../record-form/public.ts';
import { type ColumnMap, ColumnTable, serializeColumnMap } from './ColumnTable.tsx';
import classes from './ImportDialog.module.css';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.hl7,.oru,text/csv,text/plain';

/** The columns of a checked table; null for HL7. */
const toMap = ({ format, columns, decimal }: CheckedFile): ColumnMap | null =>
  format === 'table' ? { columns, decimal } : null;

const toMapText = (map: ColumnMap | null) => (map === null ? '' : serializeColumnMap(map));

/** 'Importar archivo': a laboratory's CSV, XLSX or HL7, checked before it is imported. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [laboratory, setLaboratory] = useState<Laboratory | null>(null);
  const [examType, setExamType] = useState<string>(DEFAULT_STUDY);
  const [file, setFile] = useState<File | null>(null);
  const [map, setMap] = useState<ColumnMap | null>(null);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const { checking, importing } = useResultsFile();
  const isBusy = checking.isPending || importing.isPending;
  const mapText = toMapText(map);
  /** Whether the columns are as in the last check. */
  const isCurrent = checked !== null && toMapText(toMap(checked)) === mapText;
  const simulatedOutcome = isCurrent ? checked.outcome : null;
  const error = checking.error ?? importing.error;

  function clearErrors() {
    checking.reset();
    importing.reset();
  }

  /** Discards the check, because the file, laboratory or study changes. */
  function restart(change: () => void) {
    change();
    clearErrors();
    setMap(null);
    setChecked(null);
  }

  function send(isImport: boolean, headingLine = checked?.headingLine, columns = mapText) {
    if (laboratory === null || file === null) return;
    clearErrors();
    const request = {
      file,
      idLaboratory: laboratory.idPartner,
      examType,
      columns: columns || undefined,
      headingLine: headingLine ?? undefined,
    };
    if (isImport) return importing.mutate(request);
    checking.mutate(request, {
      onSuccess: (answer) => {
        setMap(toMap(answer));
        setChecked(answer);
      },
    });
  }

  const dialog = { size: 920, title: 'Importar archivo de un laboratorio', onClose };
  const { data: outcome } = importing;
  if (outcome && checked) {
    return (
      <MutationModal {...dialog} mutation={importing} submitLabel="Listo" isDone onSubmit={onClose}>
        <FileOutcomeView format={checked.format} outcome={outcome} isDone />
        <p className={classes.hint}>
          Los resultados quedan capturados hasta que alguien los valide.
        </p>
      </MutationModal>
    );
  }
  return (
    <MutationModal
      {...dialog}
      isUnsaved={checked !== null}
      lost="El archivo no se importó. Se perderá tu selección."
      mutation={{ isPending: isBusy, error }}
      failure={(error && describeFailure(error)) ?? (isCurrent ? checked.problem : null)}
      submitLabel={simulatedOutcome ? 'Importar' : 'Revisar'}
      missing={
        laboratory === null ? 'Elige primero el laboratorio.' : file === null && 'Elige un archivo.'
      }
      onSubmit={() => send(simulatedOutcome !== null)}
    >
      <div className={classes.source}>
        <LaboratorySelect
          label="Laboratorio"
          value={laboratory}
          readOnly={isBusy}
          onChange={(chosen) => restart(() => setLaboratory(chosen))}
        />
        <NativeSelect
          label="Estudio"
          data={offeredExamTypes.map((type) => ({ value: type, label: examTypeLabel(type) }))}
          value={examType}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => restart(() => setExamType(value))}
        />
      </div>
      <div className={classes.file}>
        <FilePicker
          kind="default"
          icon={IconUpload}
          accept={ACCEPTED}
          disabled={isBusy}
          onPick={(picked) => restart(() => setFile(picked))}
        >
          {file === null ? 'Elegir archivo' : 'Cambiar archivo'}
        </FilePicker>
        <p className={classes.hint} aria-live="polite">
          {file === null
            ? `CSV, XLSX o HL7 v2, de hasta ${formatFileSize(MAX_RESULTS_FILE_SIZE)}`
            : `${visibleText(file.name)}, ${formatFileSize(file.size)}`}
        </p>
      </div>
      {map !== null && checked !== null && (
        <Columns
          map={map}
          examType={examType}
          disabled={isBusy}
          onChange={setMap}
          checked={checked}
          onHeadingChange={(line) => send(false, line, '')}
        />
      )}
      {checked && simulatedOutcome && (
        <FileOutcomeView format={checked.format} outcome={simulatedOutcome} isDone={false} />
      )}
    </MutationModal>
  );
}

/** Explanations of the shown columns, by their origin. */
const mapSources: Readonly<Record<'sent' | 'kept' | 'guessed', string>> = {
  sent: 'Así se leen las columnas. Se recordarán para el siguiente archivo.',
  kept: 'Así se leyó el último archivo de este laboratorio y estudio.',
  guessed:
    'Es el primer archivo de este laboratorio y estudio: indica a qué corresponde cada columna.',
};

const decimalNames: Readonly<Record<DecimalSign, string>> = {
  ',': 'Coma: 2,5',
  '.': 'Punto: 2.5',
};

interface ColumnsProps {
  map: ColumnMap;
  checked: CheckedFile;
  examType: string;
  disabled: boolean;
  onChange: (map: ColumnMap) => void;
  onHeadingChange: (line: number) => void;
}

function Columns({ map, checked, examType, disabled, onChange, onHeadingChange }: ColumnsProps) {
  return (
    <section className={classes.columns}>
      <div className={classes.header}>
        <p className={classes.hint}>{checked.map && mapSources[checked.map]}</p>
        <NativeSelect
          className={classes.heading ?? ''}
          label="Fila de encabezados"
          data={checked.rows.map(({ line, cells }) => ({
            value: String(line),
            label: `Línea ${line}: ${cells.filter(Boolean).join(' · ')}`,
          }))}
          value={String(checked.headingLine)}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) => onHeadingChange(Number(value))}
        />
        <NativeSelect
          label="Decimales"
          data={[
            { value: '', label: 'Como se ve en el archivo' },
            ...decimalSigns.map((sign) => ({ value: sign, label: decimalNames[sign] })),
          ]}
          value={map.decimal ?? ''}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...map, decimal: decimalSigns.find((sign) => sign === value) ?? null })
          }
        />
      </div>
      <ColumnTable
        columns={map.columns}
        examType={examType}
        disabled={disabled}
        onChange={(columns) => onChange({ ...map, columns })}
      />
    </section>
  );
}

interface FileOutcomeViewProps {
  format: CheckedFile['format'];
  outcome: FileOutcome;
  /** True for an imported file, false for a simulated one. */
  isDone: boolean;
}

/** Outcome of an import or of its simulation: counts, and the rows that wait or were rejected. */
function FileOutcomeView({ format, outcome, isDone }: FileOutcomeViewProps) {
  const { total, notes } = outcome;
  const isTable = format === 'table';
  // A message may have several equal notes, so the index is the key.
  const numbered = notes.map((note, id) => ({ ...note, id }));
  const unlisted = outcome.waiting + outcome.refused - notes.length;
  return (
    <section className={classes.outcome} aria-label="Resultado de la importación">
      <h3 className={classes.title}>
        {isDone ? 'Se importó' : 'Si lo importas'}
        {': '}
        {pluralize(total, isTable ? ['fila', 'filas'] : ['mensaje', 'mensajes'])}
      </h3>
      <dl className={classes.figures}>
        {listCounts(outcome, isTable).map(([name, count]) => (
          <div key={name} className={classes.figure}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {numbered.map(({ id, line, kind, words }) => (
            <li key={id}>
              <strong>
                {isTable ? 'Línea' : 'Mensaje'} {formatCount(line)}
              </strong>{' '}
              {kind === 'waiting' ? 'queda pendiente.' : 'se rechaza.'} {words}
            </li>
          ))}
          {unlisted > 0 && <li>{pluralize(unlisted, ['caso más', 'casos más'])} como estos.</li>}
        </ul>
      )}
    </section>
  );
}

function listCounts(outcome: FileOutcome, isTable: boolean) {
  const { entered, changed, repeated, waiting, refused } = outcome;
  return [
    ['Capturados', entered],
    ...(isTable ? [] : [['Modifican resultados recibidos', changed] as const]),
    ['Sin paciente', waiting],
    ['Ya estaban', repeated],
    [isTable ? 'Filas rechazadas' : 'Mensajes rechazados', refused],
  ] as const;
}

interface SentResults {
  readonly file: File;
  readonly idLaboratory: string;
  readonly examType: string;
  /** Undefined to use the stored columns of the laboratory and study. */
  readonly columns: string | undefined;
  /** Line of the headings; undefined to let the server find it. */
  readonly headingLine: number | undefined;
}

/** The mutations that check and import a file. Repeating an import after a lost answer adds nothing twice. */
function useResultsFile() {
  const { optionsFor } = useRequestKey();

  function send<Answer>(
    call: 'check' | 'import',
    { file, headingLine, ...settings }: SentResults,
    parse: (data: unknown) => Answer,
  ) {
    const fields = { ...settings, headingLine: headingLine?.toString() };
    return upload({
      path: `/v1/result/${call}-file`,
      fields,
      files: { file },
      ...optionsFor([call, file.name, file.size, file.lastModified, fields]).context,
      read: parse,
    });
  }

  const checking = useMutation({
    mutationFn: (sent: SentResults) =>
      send('check', sent, (data): CheckedFile => checkedFileData.parse(data).checked),
  });
  const importing = useMutation({
    mutationFn: (sent: SentResults) =>
      send('import', sent, (data) => importedFileData.parse(data).outcome),
    onSettled: () => {
      // A file may change records, orders, waiting results and failures.
      const { results, receivedResults, laboratoryInbox, examOrders } = queries;
      void invalidate(
        results.key(),
        receivedResults.key(),
        laboratoryInbox.key(),
        examOrders.key(),
      );
    },
  });
  return { checking, importing };
}
