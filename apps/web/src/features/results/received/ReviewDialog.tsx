import { Modal } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import { isOfOthers, waitingReasonWords } from '@simiente/contract/results/states';
import { sampleTime } from '@simiente/contract/results/words';
import { IconCheck, IconHelpCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { PanelFact, PanelFacts } from '../../../ui/panel/DetailPanel.tsx';
import { PatientPicker, type PickablePatient } from '../../patients/public.ts';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './ReviewDialog.module.css';
import { sourceNames } from './received-list.ts';
import {
  describeReviewFailure,
  parseCurrentReceived,
  useAssign,
  useDiscard,
  useRestoreReceived,
} from './use-review.ts';

interface ReviewDialogProps {
  opened: boolean;
  /** The result for which the dialog is open, or was last opened. */
  received: ReceivedResult | null;
  timeZone: string;
  onClose: () => void;
  /** Called after the closing transition, if the result left its list. */
  onGone: () => void;
}

/** A received result beside possible patients, for assigning, discarding, or restoring it. */
export function ReviewDialog({ opened, received, timeZone, onClose, onGone }: ReviewDialogProps) {
  const [assigning, discarding, restoring] = [useAssign(), useDiscard(), useRestoreReceived()];
  const acts = [assigning, discarding, restoring];
  const isBusy = acts.some(({ isPending }) => isPending);
  const error = acts.find((act) => act.error !== null)?.error ?? null;
  const isGone = useRef(false);
  const close = () => !isBusy && onClose();
  const reset = () => {
    for (const act of acts) act.reset();
  };
  const closeAfterSuccess = {
    onSuccess: () => {
      isGone.current = true;
      onClose();
    },
  };

  function handleClosed() {
    reset();
    if (isGone.current) onGone();
    isGone.current = false;
  }

  const current = parseCurrentReceived(error) ?? received;
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={handleClosed}
      title="Resultado recibido"
      size={920}
    >
      {current && (
        <Review
          key={current.idReceived}
          received={current}
          timeZone={timeZone}
          error={error}
          isBusy={isBusy}
          onCancel={close}
          onAssign={(patient, idResultSet) => {
            reset();
            assigning.mutate({ received: current, patient, idResultSet }, closeAfterSuccess);
          }}
          onDiscard={() => {
            reset();
            discarding.mutate(current, closeAfterSuccess);
          }}
          onRestore={() => {
            reset();
            restoring.mutate(current, closeAfterSuccess);
          }}
        />
      )}
    </Modal>
  );
}

type NamedPatient = Pick<PickablePatient, 'idUser' | 'name'>;

/** Reasons for which the decision is about the recorded sample, so that no other sample can be chosen. */
const DECIDED_IN_PLACE = new Set<string>(['corrected-here', 'implausible']);

interface ReviewProps {
  received: ReceivedResult;
  timeZone: string;
  error: Error | null;
  isBusy: boolean;
  onCancel: () => void;
  onAssign: (patient: NamedPatient, idResultSet?: string) => void;
  onDiscard: () => void;
  onRestore: () => void;
}

function Review({ received, timeZone, error, isBusy, onCancel, ...acts }: ReviewProps) {
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const isWaiting = received.state === 'waiting';
  // With a recorded sample, the patient need not be chosen.
  const compared = isWaiting && !isOfOthers(received.reason) ? received.against : null;
  const suggestions = useCandidates(received);
  const isSuggested = suggestions.some(({ idUser }) => idUser === patient?.idUser);
  const found = useFoundCandidate(received, isSuggested ? undefined : patient?.idUser);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!isWaiting) acts.onRestore();
    else if (compared) acts.onAssign(compared.patient, compared.idResultSet);
    else if (patient) acts.onAssign(patient);
  }

  const { against, evidence, reason, source, values } = received;
  const facts = [
    ['Identificador', evidence.patient],
    ['Nombre', evidence.name],
    ['Nacimiento', evidence.birthDate],
    ['Folio', evidence.folio],
    ['Estudio', examTypeLabel(received.examType)],
    ['Laboratorio', received.laboratory?.name ?? null],
    ['Toma', sampleTime(received, timeZone)],
    [sourceNames[source], evidence.where],
  ] as const;
  return (
    <DialogForm onSubmit={submit}>
      <FormAlert message={error ? describeReviewFailure(error) : undefined} />
      <div className={classes.sides} data-alone={!isWaiting || compared !== null || undefined}>
        <div className={classes.side}>
          <h3 className={classes.title}>Según el laboratorio</h3>
          <p className={classes.reason}>{waitingReasonWords[reason]}</p>
          <PanelFacts>
            {facts.map(([name, fact]) => (
              <PanelFact key={name} label={name}>
                {fact ?? <span className={classes.none}>No se indica</span>}
              </PanelFact>
            ))}
            <PanelFact label="Llegó">
              <DateText value={received.receivedAt} hour />
            </PanelFact>
          </PanelFacts>
          <WrittenValues values={values} />
          {against !== null && (
            <>
              <h3 className={classes.title}>En el expediente de {against.patient.name}</h3>
              <WrittenValues values={against.values} />
            </>
          )}
        </div>
        {isWaiting && compared === null && (
          <div className={classes.side}>
            <h3 className={classes.title}>¿De quién es?</h3>
            <PatientPicker
              value={patient}
              suggestions={suggestions}
              readOnly={isBusy}
              onEscape={onCancel}
              onChange={setPatient}
            />
            <p role="status" className={classes.found}>
              {found && (
                <>
                  <strong>{found.name}</strong>{' '}
                  <Agreement evidence={received.evidence} candidate={found} />
                </>
              )}
            </p>
          </div>
        )}
      </div>
      <FormActions
        onCancel={onCancel}
        isBusy={isBusy}
        otherwise={
          isWaiting && (
            <LockButton kind="subtle" disabled={isBusy} onClick={acts.onDiscard}>
              {compared === null ? 'Descartar' : 'Conservar los datos del expediente'}
            </LockButton>
          )
        }
      >
        {compared !== null && !DECIDED_IN_PLACE.has(received.reason) && (
          <LockButton
            kind="default"
            disabled={isBusy}
            onClick={() => acts.onAssign(compared.patient)}
          >
            Es otra muestra
          </LockButton>
        )}
        <LockButton
          type="submit"
          loading={isBusy}
          disabled={isWaiting && compared === null && patient === null}
          disabledReason="Elige primero a un paciente."
        >
          {compared !== null
            ? 'Usar los datos del laboratorio'
            : isWaiting
              ? 'Asignar'
              : 'Recuperar'}
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}

/** The possible patients. If they fail to load, the search still works. */
function useCandidates(received: ReceivedResult) {
  const query = useQuery({
    ...queries.receivedResults.candidates.queryOptions({
      input: { idReceived: received.idReceived },
    }),
    enabled: received.state === 'waiting',
    // Includes a patient who was created a moment ago.
    staleTime: 0,
  });
  return (query.data?.data.patients ?? []).map((candidate) => ({
    idUser: candidate.idUser,
    name: candidate.name,
    email: null,
    phone: null,
    detail: <Agreement evidence={received.evidence} candidate={candidate} />,
  }));
}

/** The comparison of a searched patient, who need not match the evidence. */
function useFoundCandidate({ idReceived }: ReceivedResult, idUser: string | undefined) {
  const query = useQuery({
    ...queries.receivedResults.candidates.queryOptions({
      input: { idReceived, ...(idUser !== undefined && { idUser }) },
    }),
    enabled: idUser !== undefined,
  });
  return idUser === undefined ? undefined : query.data?.data.patients[0];
}

interface AgreementProps {
  evidence: ReceivedResult['evidence'];
  candidate: ReceivedCandidate;
}

const signs = {
  agrees: [IconCheck, 'green'],
  differs: [IconX, 'red'],
  unknown: [IconHelpCircle, 'neutral'],
} as const;

/** Comparison of the laboratory's evidence with a patient: equal, different, and missing in the record. */
function Agreement({ evidence, candidate }: AgreementProps) {
  return (
    <span className={classes.agreement}>
      {toFacts(evidence, candidate).map(([sign, words]) => {
        const [Icon, tone] = signs[sign];
        return (
          <span key={words} className={classes.sign} data-tone={tone}>
            <Icon size={14} stroke={2} aria-hidden />
            {words}
          </span>
        );
      })}
    </span>
  );
}

type Fact = readonly [keyof typeof signs, string];

const toFact = (agrees: boolean, same: string, other: string): Fact =>
  agrees ? ['agrees', same] : ['differs', other];

/** Missing evidence neither agrees nor differs. */
function toFacts(evidence: AgreementProps['evidence'], candidate: ReceivedCandidate): Fact[] {
  const { sameFolio, sameId, sameName, sameBirthDate, birthDate } = candidate;
  const birthDateFact: Fact =
    birthDate === null
      ? ['unknown', 'Sin fecha de nacimiento en el expediente']
      : toFact(sameBirthDate, 'Misma fecha de nacimiento', 'Otra fecha de nacimiento');
  return [
    evidence.folio !== null && toFact(sameFolio, 'Mismo folio', 'Otro folio'),
    evidence.patient !== null && toFact(sameId, 'Mismo identificador', 'Otro identificador'),
    (evidence.name !== null || sameName) && toFact(sameName, 'Mismo nombre', 'Otro nombre'),
    evidence.birthDate !== null && birthDateFact,
  ].filter((fact) => fact !== false);
}
