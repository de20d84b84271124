import { dayIn } from '@simiente/contract/common/days';
import {
  type CheckedPeople,
  MAX_PEOPLE_FILE_SIZE,
  type PeopleChanges,
  type PeopleColumn,
  type PeopleOutcome,
} from '@simiente/contract/people/calls';
import { isDateField, type PeopleKind } from '@simiente/contract/people/columns';
import { IconCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { describeFailure } from '../../lib/api/failure.ts';
import { formatFileSize, pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FilePicker } from '../../ui/buttons/FilePicker.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { rescueFocus } from '../../ui/focus.ts';
import { FormPage } from '../../ui/form/FormPage.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import { LeaveQuestion, listCrumb, PageCrumbs, PageTitle } from '../shell/public.ts';
import { ColumnsStep, isUnanswered } from './ColumnsStep.tsx';
import { saveTemplate } from './csv.ts';
import classes from './ImportPage.module.css';
import { ReviewStep } from './ReviewStep.tsx';
import { createRowReader } from './read-row.ts';
import { type SentPeople, usePeopleImport, useUndoImport } from './use-people-import.ts';
import { countPlanned, describePlan, isNameField, kindWords } from './words.ts';

const steps = ['Archivo', 'Columnas', 'Revisión'] as const;
type Step = (typeof steps)[number];

const leads: Readonly<Record<Step, (person: string) => string>> = {
  Archivo: () => 'Elige la hoja de cálculo. Antes de guardar verás qué pasará con cada fila.',
  Columnas: (person) => `Relaciona las columnas de tu archivo con los datos del ${person}.`,
  Revisión: () => 'Revisa antes de importar. Aún no se guarda nada.',
};

const noChanges: PeopleChanges = {
  cells: {},
  omitted: [],
  accepted: [],
  kept: [],
  separate: [],
  normalNames: false,
};

/** The import of a spreadsheet of patients or prospects, in three steps. */
export function ImportPage({ kind }: { kind: PeopleKind }) {
  const { title, list, to, person, noun } = kindWords[kind];
  const [step, setStep] = useState<Step>('Archivo');
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<CheckedPeople | null>(null);
  const [columns, setColumns] = useState<readonly PeopleColumn[]>([]);
  const [changes, setChanges] = useState(noChanges);
  const [outcome, setOutcome] = useState<PeopleOutcome | null>(null);
  const { checking, importing, share, isCancelling, cancel } = usePeopleImport(kind);
  const today = dayIn(useClinicTimeZone(), new Date());
  const error = checking.error ?? importing.error;
  const isBusy = checking.isPending || importing.isPending;

  function check(request: SentPeople, nextStep: Step) {
    checking.mutate(request, {
      onSuccess: (result) => {
        setFile(request.file);
        setChecked(result);
        setColumns(result.columns);
        if (nextStep === 'Columnas') setChanges(noChanges);
        setStep(nextStep);
      },
    });
  }

  function readFile(picked: File, sheet?: number) {
    importing.reset();
    check({ kind, file: picked, sheet }, 'Columnas');
  }

  const toRequest = (): SentPeople | null =>
    file &&
    checked && { kind, file, columns, sheet: checked.sheet, headingLine: checked.headingLine };

  function review() {
    const request = toRequest();
    const { cells, omitted, accepted } = changes;
    // Earlier corrections count in the new plan. `countPlanned` adds the decisions about matches.
    const corrections = { ...noChanges, cells, omitted, accepted };
    if (request !== null && !isBusy) check({ ...request, changes: corrections }, 'Revisión');
  }

  function finish() {
    const request = toRequest();
    if (request === null || isBusy) return;
    importing.mutate(
      { ...request, changes },
      { onSuccess: (result) => !result.isCancelled && setOutcome(result) },
    );
  }

  const shown = outcome === null ? step : 'Resultado';
  useEffect(() => {
    // The control that led to this step is unmounted.
    if (shown !== 'Archivo') rescueFocus();
  }, [shown]);

  const missing = describeMissing(columns);
  const imported = columns.filter(({ field }) => field !== null).length;
  const rows = pluralize(checked?.rows ?? 0, ['fila', 'filas']);
  const reader = checked && createRowReader({ kind, checked, columns, today });
  const corrected = (checked?.review?.problems ?? []).filter(
    ({ line, cells }) =>
      (changes.cells[line] !== undefined || changes.accepted.includes(line)) &&
      !changes.omitted.includes(line) &&
      reader?.findIssues(cells, changes.cells[line], changes.accepted.includes(line)).length === 0,
  ).length;
  const planned = checked?.review && describePlan(countPlanned(checked.review, changes, corrected));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageCrumbs crumbs={[listCrumb({ label: list, to }), { label: 'Importar' }]} />
      <PageHeader
        title={title}
        context={outcome ? 'La importación terminó.' : leads[step](person)}
      />
      <ol className={classes.steps} aria-label="Pasos">
        {steps.map((name, index) => {
          const isDone = outcome !== null || index < steps.indexOf(step);
          return (
            <li
              key={name}
              data-done={isDone || undefined}
              aria-current={!outcome && name === step ? 'step' : undefined}
            >
              <span className={classes.number}>
                {isDone ? <IconCheck size={15} stroke={2} aria-label="Listo" /> : index + 1}
              </span>
              {name}
            </li>
          );
        })}
      </ol>
      <LeaveQuestion isDirty={() => checked !== null && outcome === null}>
        {importing.isPending
          ? 'La importación continuará. Cuando termine, podrás deshacerla en esta página.'
          : 'El archivo no se ha importado. Se perderá lo que indicaste.'}
      </LeaveQuestion>
      <div className={classes.alert}>
        <FormAlert message={error ? describeFailure(error) : undefined} />
      </div>
      {outcome !== null ? (
        <section className={classes.card} aria-label="Resultado">
          <div className={classes.done}>
            <p className={classes.summary}>
              {`Se crearon ${pluralize(outcome.created, noun)} y se completaron ${outcome.completed}.`}
            </p>
            <p className={classes.hint}>
              {`${outcome.unchanged} ya estaban igual, ${pluralize(outcome.repeated, ['fila repetida', 'filas repetidas'])} y ${pluralize(outcome.refused, ['fila sin importar', 'filas sin importar'])}.`}
            </p>
            <div className={classes.actions}>
              <UndoImport kind={kind} idImport={outcome.idImport} />
              {kind === 'patients' && (
                <LinkButton kind="default" link={<Link to="/pacientes/duplicados" />}>
                  Posibles duplicados
                </LinkButton>
              )}
              <LinkButton link={<Link to={to} />}>{`Ver ${list.toLowerCase()}`}</LinkButton>
            </div>
          </div>
        </section>
      ) : step === 'Archivo' || checked === null || file === null ? (
        <FileStep kind={kind} isBusy={isBusy} onPick={readFile} />
      ) : step === 'Columnas' ? (
        <FormPage
          label="Columnas del archivo"
          onSubmit={() => missing === null && review()}
          footer={
            <>
              <p className={classes.note}>
                {`${pluralize(imported, ['columna se importa', 'columnas se importan'])}, ${pluralize(columns.length - imported, ['se omite', 'se omiten'])}. ${missing ?? ''}`}
              </p>
              <Button kind="default" disabled={isBusy} onClick={() => setStep('Archivo')}>
                Atrás
              </Button>
              <Button
                type="submit"
                loading={isBusy}
                disabled={missing !== null}
                disabledReason={missing ?? ''}
              >
                {`Revisar ${rows}`}
              </Button>
            </>
          }
        >
          <ColumnsStep
            kind={kind}
            file={file}
            checked={checked}
            columns={columns}
            isBusy={isBusy}
            onFile={readFile}
            onChange={setColumns}
          />
        </FormPage>
      ) : (
        checked.review &&
        reader && (
          <FormPage
            label="Revisión"
            onSubmit={finish}
            footer={
              <>
                <p className={classes.note}>
                  Se puede deshacer durante 30 días, salvo lo que alguien edite o use después.
                </p>
                <Button kind="default" disabled={isBusy} onClick={() => setStep('Columnas')}>
                  Atrás
                </Button>
                <Button
                  type="submit"
                  loading={isBusy}
                  disabled={planned === undefined}
                  disabledReason="No hay filas nuevas ni datos por completar."
                >
                  {planned ?? 'Importar'}
                </Button>
              </>
            }
          >
            <ReviewStep
              columns={columns}
              hidden={checked.hidden}
              reader={reader}
              review={checked.review}
              changes={changes}
              corrected={corrected}
              share={importing.isPending ? share : null}
              isCancelling={isCancelling}
              onCancel={cancel}
              onChange={setChanges}
            />
          </FormPage>
        )
      )}
    </>
  );
}

/** The first unanswered question, in words; null if the columns can be reviewed. */
function describeMissing(columns: readonly PeopleColumn[]): string | null {
  if (!columns.some(({ field }) => field !== null && isNameField(field))) {
    return 'Falta indicar qué columna es el nombre.';
  }
  const column = columns.find(isUnanswered);
  if (column === undefined) return null;
  const question = isDateField(column.field) ? 'elegir el formato' : 'indicar los valores';
  return `Falta ${question} de «${column.heading || `Columna ${column.index + 1}`}».`;
}

interface FileStepProps {
  kind: PeopleKind;
  isBusy: boolean;
  onPick: (file: File) => void;
}

/** The choice of a spreadsheet, a template, and the imports that can be undone. */
function FileStep({ kind, isBusy, onPick }: FileStepProps) {
  const { person, noun } = kindWords[kind];
  const recent = useAnswer(queries.people.list, { input: { kind } });
  const imports = recent.data?.imports ?? [];
  return (
    <>
      <section className={classes.card} aria-label="Archivo">
        <div className={classes.pick}>
          <p className={classes.hint}>
            {`CSV o XLSX, de hasta ${formatFileSize(MAX_PEOPLE_FILE_SIZE)} y 30,000 filas, con los encabezados en una fila.`}
          </p>
          <div className={classes.actions}>
            <Button kind="default" icon={IconDownload} onClick={() => saveTemplate(person)}>
              Descargar plantilla
            </Button>
            <FilePicker
              icon={IconUpload}
              accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain"
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

const keptReasons = { edited: 'se editó', used: 'ya se usó', deleted: 'ya se eliminó' } as const;

/** 'Deshacer importación', and the records that stay because they have changed since. */
function UndoImport({ kind, idImport }: { kind: PeopleKind; idImport: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const undoing = useUndoImport(kind);
  const { kept = [] } = undoing.data ?? {};
  return (
    <div className={classes.undo}>
      {undoing.data === undefined ? (
        <Button kind="default" loading={undoing.isPending} onClick={() => setConfirming(true)}>
          Deshacer importación
        </Button>
      ) : (
        <p className={classes.hint}>La importación se deshizo.</p>
      )}
      {kept.length > 0 && (
        <ul className={classes.kept} aria-label="Registros que se conservaron">
          {kept.map(({ id, name, reason }) => (
            <li key={id}>{`${name}: ${keptReasons[reason]} después, se conservó.`}</li>
          ))}
        </ul>
      )}
      <Confirmation
        opened={isConfirming}
        title="¿Deshacer la importación?"
        question="Los registros nuevos irán a la Papelera y los datos completados se quitarán."
        note="Lo que alguien editó o usó después se conserva."
        confirmLabel="Deshacer importación"
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          undoing.mutate(idImport);
        }}
      />
    </div>
  );
}
