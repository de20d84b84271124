import { NativeSelect } from '@mantine/core';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import { type DecimalSign, decimalSigns } from '@simiente/contract/results/columns';
import { DEFAULT_STUDY } from '@simiente/contract/results/fields';
import {
  type CheckedFile,
  type FileOutcome,
  LARGEST_RESULTS_FILE,
} from '@simiente/contract/results/file-calls';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatCount, formatFileSize, pluralize } from '../../../../lib/format/numbers.ts';
import { FilePicker } from '../../../../ui/buttons/FilePicker.tsx';
import { LockButton } from '../../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../../ui/form/FormPage.tsx';
import { FormAlert } from '../../../../ui/page/FormAlert.tsx';
import { LaboratorySelect } from '../../../exams/public.ts';
import { UnsavedModal } from '../../../record-form/public.ts';
import { type ColumnMap, ColumnTable, serializeColumnMap } from './ColumnTable.tsx';
import classes from './ImportDialog.module.css';
import { describeFileFailure, useResultsFile } from './use-results-file.ts';

interface ImportDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** 'Importar archivo': a laboratory's CSV, XLSX or HL7, checked before it is imported. */
export default function ImportDialog({ opened, onClose }: ImportDialogProps) {
  // Whether a checked file would be lost.
  const [isUnfinished, setUnfinished] = useState(false);
  const [formKey, setFormKey] = useState(0);
  return (
    <UnsavedModal
      opened={opened}
      size={920}
      title="Importar archivo de un laboratorio"
      isUnsaved={isUnfinished}
      lost="El archivo no se importó. Se perderá tu selección."
      onClose={onClose}
      onExitTransitionEnd={() => {
        setUnfinished(false);
        setFormKey((before) => before + 1);
      }}
    >
      {(close) => (
        <ImportForm key={formKey} onUnfinished={setUnfinished} onClose={close} onDone={onClose} />
      )}
    </UnsavedModal>
  );
}

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.hl7,.oru,text/csv,text/plain';

interface ImportFormProps {
  onUnfinished: (isUnfinished: boolean) => void;
  onClose: () => void;
  onDone: () => void;
}

interface Check {
  readonly checked: CheckedFile;
  /** The column map of the check, serialized. */
  readonly mapText: string;
}

function ImportForm({ onUnfinished, onClose, onDone }: ImportFormProps) {
  const [laboratory, setLaboratory] = useState<Laboratory | null>(null);
  const [examType, setExamType] = useState<string>(DEFAULT_STUDY);
  const [file, setFile] = useState<File | null>(null);
  const [map, setMap] = useState<ColumnMap | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [outcome, setOutcome] = useState<FileOutcome | null>(null);
  const { checking, importing, isBusy, reset } = useResultsFile();
  const missing =
    laboratory === null
      ? 'Elige primero el laboratorio.'
      : file === null
        ? 'Elige un archivo.'
        : null;
  const mapText = map === null ? '' : serializeColumnMap(map);
  const isChecked = check !== null && check.mapText === mapText && check.checked.outcome !== null;

  /** Restarts with another file, laboratory or study. */
  function restart(change: () => void) {
    change();
    reset();
    setMap(null);
    setCheck(null);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || laboratory === null || file === null) return;
    reset();
    const sent = {
      file,
      idLaboratory: laboratory.idPartner,
      examType,
      columns: map === null ? undefined : mapText,
      headingLine: check?.checked.headingLine ?? undefined,
    };
    if (isChecked) {
      importing.mutate(sent, {
        onSuccess: (result) => {
          setOutcome(result);
          onUnfinished(false);
        },
      });
    } else checkFile(sent);
  }

  function checkFile(sent: Parameters<typeof checking.mutate>[0]) {
    checking.mutate(sent, {
      onSuccess: (checked) => {
        const checkedMap =
          checked.format === 'table'
            ? { columns: checked.columns, decimal: checked.decimal }
            : null;
        setMap(checkedMap);
        setCheck({ checked, mapText: checkedMap === null ? '' : serializeColumnMap(checkedMap) });
        onUnfinished(true);
      },
    });
  }

  if (outcome !== null && check !== null) {
    return (
      <div className={classes.form}>
        <FileOutcomeView format={check.checked.format} outcome={outcome} isDone />
        <p className={classes.hint}>
          Los resultados quedan capturados hasta que alguien los valide.
        </p>
        <FormActions>
          <LockButton data-autofocus onClick={onDone}>
            Listo
          </LockButton>
        </FormActions>
      </div>
    );
  }
  const error = checking.error ?? importing.error;
  const problem = check?.mapText === mapText ? check.checked.problem : null;
  return (
    <DialogForm onSubmit={submit}>
      <FormAlert message={error ? describeFileFailure(error) : (problem ?? undefined)} />
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
            ? `CSV, XLSX o HL7 v2, de hasta ${formatFileSize(LARGEST_RESULTS_FILE)}`
            : `${file.name}, ${formatFileSize(file.size)}`}
        </p>
      </div>
      {map !== null && check !== null && (
        <Columns
          map={map}
          examType={examType}
          disabled={isBusy}
          onChange={setMap}
          checked={check.checked}
          onHeading={(headingLine) => {
            if (laboratory === null || file === null) return;
            reset();
            const { idPartner: idLaboratory } = laboratory;
            checkFile({ file, idLaboratory, examType, columns: undefined, headingLine });
          }}
        />
      )}
      {isChecked && check.checked.outcome && (
        <FileOutcomeView
          format={check.checked.format}
          outcome={check.checked.outcome}
          isDone={false}
        />
      )}
      <FormActions onCancel={onClose} isBusy={isBusy}>
        <LockButton
          type="submit"
          loading={isBusy}
          disabled={missing !== null}
          disabledReason={missing ?? ''}
        >
          {isChecked ? 'Importar' : 'Revisar'}
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}

/** The origin of the shown column map. */
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
  onHeading: (line: number) => void;
}

function Columns({ map, checked, examType, disabled, onChange, onHeading }: ColumnsProps) {
  return (
    <section className={classes.columns}>
      <div className={classes.head}>
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
          onChange={({ currentTarget: { value } }) => onHeading(Number(value))}
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
  // A message may have several equal notes.
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
        {listCounts(outcome, isTable).map(([name, figure]) => (
          <div key={name} className={classes.figure}>
            <dt>{name}</dt>
            <dd>{formatCount(figure)}</dd>
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
