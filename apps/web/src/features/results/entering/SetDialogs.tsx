import { Checkbox, Skeleton, Textarea, TextInput } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { formatUnit, formatValueName, listFacts } from '@simiente/contract/results/words';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { focusOnMount } from '../../../ui/focus.ts';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { PatientPicker, type PickablePatient } from '../../patients/public.ts';
import { MutationModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { useOpenResults } from '../ResultsLink.tsx';
import {
  openWarnings,
  refreshRecord,
  useResultSetCall,
  type useValidation,
} from '../result-cache.ts';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './SetDialogs.module.css';

export interface SetDialogProps {
  set: ResultSet;
  /** The patient's name. */
  name: string;
  validation: ReturnType<typeof useValidation>;
  onClose: () => void;
}

const dialogs = { reading: SecondReading, validating: Validation, moving: Move };
export type SetDialogName = keyof typeof dialogs;

/** The dialogs about a set, in one module that is loaded on first use. */
export default function SetDialog({
  opened,
  ...props
}: SetDialogProps & { opened: SetDialogName }) {
  const Dialog = dialogs[opened];
  return <Dialog {...props} />;
}

/** A dialog about a set, with the facts by which the reader recognises the right paper. */
function SetModal({
  set,
  name,
  ...modal
}: Pick<SetDialogProps, 'set' | 'name'> & Omit<ComponentProps<typeof MutationModal>, 'lead'>) {
  const timeZone = useClinicTimeZone();
  const lead = [name, examTypeLabel(set.examType), ...listFacts(set, timeZone)].join(' · ');
  return <MutationModal {...modal} lead={lead} />;
}

interface MoveInput {
  /** Null to withdraw the results. */
  readonly patient: PickablePatient | null;
  readonly reason: string;
}

/** Moves results to the record of the right patient, or withdraws them. The records show the reason. */
function Move({ set, name, onClose }: SetDialogProps) {
  const [isMove, setMove] = useState(true);
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const [reason, setReason] = useState('');
  const { idResultSet, idUser, version } = set;
  const openResults = useOpenResults();
  const send = useResultSetCall(api.results.move);
  const moving = useMutation({
    mutationFn: ({ patient, reason }: MoveInput) =>
      send({ idResultSet, version, reason, ...(patient && { idUser: patient.idUser }) }),
    onSuccess: async (saved, { patient }) => {
      onClose();
      await refreshRecord(saved.idUser);
      if (patient === null) return notifySuccess('Resultados retirados');
      void refreshRecord(patient.idUser);
      notifySuccess(`Resultados movidos al expediente de ${patient.name}`, {
        detail: 'Quedan capturados hasta que alguien los valide.',
        action: { label: 'Ver resultados', onClick: () => openResults(patient.idUser) },
      });
    },
    onError: () => refreshRecord(idUser),
  });
  return (
    <SetModal
      set={set}
      name={name}
      title="Resultados de otra persona"
      isUnsaved={reason !== ''}
      mutation={moving}
      submitLabel={isMove ? 'Mover resultados' : 'Retirar resultados'}
      missing={
        isMove && patient === null
          ? 'Elige primero a un paciente.'
          : reason.trim() === '' && 'Escribe el motivo.'
      }
      onSubmit={() => moving.mutate({ patient: isMove ? patient : null, reason })}
      onClose={onClose}
    >
      {(close) => (
        <>
          {isMove && (
            <PatientPicker
              value={patient}
              suggestions={[]}
              readOnly={moving.isPending}
              onEscape={close}
              onChange={setPatient}
            />
          )}
          <Checkbox
            label="No sé de quién son: solo retirarlos"
            description="Su archivo también sale del expediente: queda en la papelera."
            checked={!isMove}
            onChange={({ currentTarget }) => setMove(!currentTarget.checked)}
          />
          <Textarea
            label="Motivo"
            description={
              isMove
                ? 'Se muestra en los dos expedientes: no escribas el nombre de la otra persona.'
                : 'Se muestra en el expediente.'
            }
            required
            value={reason}
            maxLength={500}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </SetModal>
  );
}

/** 'Segunda lectura': confirms the values of a set. Who entered them retypes those that the server chooses. */
function SecondReading({ set, name, onClose }: SetDialogProps) {
  const { idResultSet, version } = set;
  const send = useResultSetCall(api.results.confirm);
  const [basis, setBasis] = useState<ReadingBasis | null>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const reading = useAnswer(queries.results.secondReading, { input: { idResultSet }, gcTime: 0 });
  const fields = reading.data?.fields ?? [];
  const confirming = useMutation({
    mutationFn: (basis: ReadingBasis) => {
      const retyped = fields.map(({ idValue }) => ({ idValue, value: typed[idValue] ?? '' }));
      return send({ idResultSet, version, basis, ...(retyped.length > 0 && { retyped }) });
    },
    retry: false,
    onSuccess: async (saved) => {
      await refreshRecord(saved.idUser);
      notifySuccess('Segunda lectura registrada');
      onClose();
    },
  });
  const { error } = confirming;
  const issues = error instanceof ApiFailure ? error.issues : [];
  const findIssue = (index: number, idValue: string) =>
    issues.find(({ path }) => path.startsWith(`retyped.${index}`) || path.includes(idValue))
      ?.message;

  return (
    <SetModal
      set={set}
      name={name}
      title="Segunda lectura"
      isUnsaved={Object.values(typed).some((value) => value.trim() !== '')}
      mutation={confirming}
      submitLabel="Confirmar"
      missing={basis === null}
      onSubmit={() => basis !== null && confirming.mutate(basis)}
      onClose={onClose}
    >
      {reading.data === undefined ? (
        reading.isError ? (
          <LoadError title="No se pudo preparar la segunda lectura" queries={[reading]} />
        ) : (
          <Skeleton height={120} />
        )
      ) : (
        <>
          <p className={classes.words}>
            {reading.data.way === 'other'
              ? 'Compara cada valor con el reporte del laboratorio. Al confirmar queda tu nombre como segunda lectura.'
              : 'Tú capturaste estos resultados. Escribe otra vez estos valores, leyéndolos del reporte del laboratorio.'}
          </p>
          <ReadingBasisField set={set} basis={basis} onChange={setBasis} />
          {reading.data.way === 'other' && (
            <WrittenValues
              values={set.values.filter(({ derived, withdrawn }) => !derived && !withdrawn)}
            />
          )}
          {fields.map((field, index) => {
            const { idValue, unit } = field;
            const words = formatUnit({ unit, value: '0', text: null });
            return (
              <TextInput
                key={idValue}
                label={
                  words === '' ? formatValueName(field) : `${formatValueName(field)} (${words})`
                }
                autoComplete="off"
                // The field appears after the dialog has opened and moved the focus.
                {...(index === 0 && { ref: focusOnMount })}
                error={findIssue(index, idValue)}
                readOnly={confirming.isPending}
                value={typed[idValue] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  setTyped((before) => ({ ...before, [idValue]: value }))
                }
              />
            );
          })}
        </>
      )}
    </SetModal>
  );
}

/** Asks to accept each open warning, and to read the file or paper if the set lacks a second reading. */
function Validation({ set, name, validation, onClose }: SetDialogProps) {
  const [basis, setBasis] = useState<ReadingBasis | null>(null);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const warnings = openWarnings(set);
  const isReady =
    warnings.every((message) => accepted.includes(message)) &&
    (basis !== null || !set.lacksSecondReading);
  return (
    <SetModal
      set={set}
      name={name}
      title="Validar resultados"
      // A toast shows the failure.
      mutation={{ isPending: validation.isPending, error: null }}
      submitLabel="Validar"
      missing={!isReady}
      onSubmit={() =>
        validation.mutate(
          { acknowledged: warnings, ...(basis !== null && { basis }) },
          { onSettled: onClose },
        )
      }
      onClose={onClose}
    >
      {set.lacksSecondReading && <ReadingBasisField set={set} basis={basis} onChange={setBasis} />}
      {warnings.map((message) => (
        <Checkbox
          key={message}
          label="Así aparece en el reporte"
          description={message}
          checked={accepted.includes(message)}
          onChange={({ currentTarget: { checked } }) =>
            setAccepted((before) =>
              checked ? [...before, message] : before.filter((other) => other !== message),
            )
          }
        />
      ))}
      {warnings.length > 0 && (
        <p className={classes.words}>Tu nombre queda junto a las advertencias que aceptas.</p>
      )}
    </SetModal>
  );
}

interface ReadingBasisFieldProps {
  set: Pick<ResultSet, 'fileUrl'>;
  /** Null until the user opens the file, or states that a paper was read. */
  basis: ReadingBasis | null;
  onChange: (basis: ReadingBasis | null) => void;
}

/** The link to the file, which the user must open first; without a file, the statement that a paper was read. */
function ReadingBasisField({ set: { fileUrl }, basis, onChange }: ReadingBasisFieldProps) {
  if (fileUrl === null) {
    return (
      <Checkbox
        label="No hay archivo: lo leí del reporte en papel"
        checked={basis === 'paper'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'paper' : null)}
      />
    );
  }
  return (
    <>
      <LinkButton
        kind="default"
        size="xs"
        className={classes.file}
        href={fileUrl}
        newTab
        onFollow={() => onChange('file')}
      >
        Abrir el archivo en otra pestaña
      </LinkButton>
      {basis === null && <p className={classes.words}>Abre primero el archivo para confirmar.</p>}
    </>
  );
}
