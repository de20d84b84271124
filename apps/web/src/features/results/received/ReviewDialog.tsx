import { fold } from '@simiente/contract/common/search-words';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import {
  type ReceivedCandidate,
  type ReceivedResult,
  receivedResult,
} from '@simiente/contract/results/received-calls';
import { concernsOtherPatient, waitingReasonWords } from '@simiente/contract/results/states';
import { sampleTime } from '@simiente/contract/results/words';
import { IconCheck, IconHelpCircle, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { staleDetails } from '../../../lib/api/failure.ts';
import { type RequestOptions, useRequestKey } from '../../../lib/api/request-key.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PanelFact, PanelFacts } from '../../../ui/panel/DetailPanel.tsx';
import { notifySuccess, notifyUndo, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { PatientPicker, type PickablePatient } from '../../patients/public.ts';
import { MutationModal } from '../../record-form/public.ts';
import { useOpenResults } from '../ResultsLink.tsx';
import { refreshRecord } from '../result-cache.ts';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './ReviewDialog.module.css';
import { refreshReceived, sourceNames } from './received-list.ts';

interface ReviewDialogProps {
  opened: boolean;
  received: ReceivedResult;
  timeZone: string;
  onClose: () => void;
  /** Called after the closing transition. @param isGone whether the result left its list */
  onClosed: (isGone: boolean) => void;
}

/** Reasons that concern the recorded sample itself, so that 'Es otra muestra' is not offered. */
const SAME_SAMPLE_REASONS = new Set<string>(['corrected-here', 'implausible']);

/** A received result beside possible patients, for assigning, discarding, or restoring it. */
export function ReviewDialog({ opened, timeZone, onClose, onClosed, ...props }: ReviewDialogProps) {
  const reviewing = useReview();
  const { error, isPending } = reviewing;
  /** The current result, changed by another user, which the server sends with its rejection. */
  const current = receivedResult.safeParse(staleDetails(error)).data;
  const received = current ?? props.received;
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const isWaiting = received.state === 'waiting';
  const { against, evidence, reason, source, values } = received;
  /**
   * The recorded sample that the values may replace; its patient is known, so the dialog does not ask for one. Values of
   * another study never replace it.
   */
  const isComparable = !concernsOtherPatient(reason) && reason !== 'unclear-correction';
  const compared = isWaiting && isComparable ? against : null;
  const asksPatient = isWaiting && compared === null;
  const suggestions = useCandidates(received);
  const isSuggested = suggestions.some(({ idUser }) => idUser === patient?.idUser);
  const searched = useSearchedCandidate(received, isSuggested ? undefined : patient?.idUser);
  const decide = (
    decision: Parameters<typeof reviewing.mutate>[0]['decision'],
    idResultSet?: string,
  ) => reviewing.mutate({ received, decision, idResultSet }, { onSuccess: onClose });

  function submit() {
    if (!isWaiting) decide('restore');
    else if (compared) decide(compared.patient, compared.idResultSet);
    else if (patient) decide(patient);
  }

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
    <MutationModal
      opened={opened}
      size={920}
      title="Resultado recibido"
      mutation={reviewing}
      failure={
        current &&
        'El resultado cambió mientras lo revisabas. Revisa cómo quedó y vuelve a intentarlo.'
      }
      submitLabel={
        compared ? 'Usar los datos del laboratorio' : isWaiting ? 'Asignar' : 'Recuperar'
      }
      missing={asksPatient && patient === null && 'Elige primero a un paciente.'}
      onSubmit={submit}
      onClose={onClose}
      onExitTransitionEnd={() => onClosed(reviewing.isSuccess)}
      leftAction={
        isWaiting && (
          <Button kind="subtle" disabled={isPending} onClick={() => decide('discard')}>
            {compared === null ? 'Descartar' : 'Conservar los datos del expediente'}
          </Button>
        )
      }
      besideSubmit={
        compared !== null &&
        !SAME_SAMPLE_REASONS.has(reason) && (
          <Button kind="default" disabled={isPending} onClick={() => decide(compared.patient)}>
            Es otra muestra
          </Button>
        )
      }
    >
      {(close) => (
        <div className={classes.sides} data-alone={!asksPatient || undefined}>
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
          {asksPatient && (
            <div className={classes.side}>
              <h3 className={classes.title}>¿De quién es?</h3>
              <PatientPicker
                value={patient}
                suggestions={suggestions}
                readOnly={isPending}
                onEscape={close}
                onChange={setPatient}
              />
              <p role="status" className={classes.found}>
                {searched && (
                  <>
                    <strong>{searched.name}</strong>{' '}
                    <Agreement evidence={evidence} candidate={searched} />
                  </>
                )}
              </p>
            </div>
          )}
        </div>
      )}
    </MutationModal>
  );
}

/** The possible patients. If they fail to load, the search still works. */
function useCandidates(received: ReceivedResult) {
  const query = useAnswer(queries.receivedResults.candidates, {
    input: { idReceived: received.idReceived },
    enabled: received.state === 'waiting',
    // Includes a patient who was created a moment ago.
    staleTime: 0,
  });
  return (query.data?.patients ?? []).map((candidate) => ({
    idUser: candidate.idUser,
    name: candidate.name,
    email: null,
    phone: null,
    detail: <Agreement evidence={received.evidence} candidate={candidate} />,
  }));
}

/** A patient whom the user found by a search, with the same comparison as the possible patients. */
function useSearchedCandidate({ idReceived }: ReceivedResult, idUser: string | undefined) {
  const query = useAnswer(queries.receivedResults.candidates, {
    input: { idReceived, ...(idUser !== undefined && { idUser }) },
    enabled: idUser !== undefined,
  });
  return idUser === undefined ? undefined : query.data?.patients[0];
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

const toWords = (name: string): readonly string[] => fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether all words of the shorter name are in the other, as without the second family name. */
function isSimilarName(...names: readonly string[]): boolean {
  const [few = [], many = []] = names.map(toWords).toSorted((a, b) => a.length - b.length);
  return few.length > 0 && few.every((word) => many.includes(word));
}

/** Facts that the laboratory did not send are left out. */
function toFacts(evidence: AgreementProps['evidence'], candidate: ReceivedCandidate): Fact[] {
  const { sameFolio, sameId, sameName, sameBirthDate, birthDate } = candidate;
  const birthDateFact: Fact =
    birthDate === null
      ? ['unknown', 'Sin fecha de nacimiento en el expediente']
      : toFact(sameBirthDate, 'Misma fecha de nacimiento', 'Otra fecha de nacimiento');
  const isSimilar = !sameName && isSimilarName(evidence.name ?? '', candidate.name);
  const nameFact: Fact = isSimilar
    ? ['unknown', 'Nombre parecido']
    : toFact(sameName, 'Mismo nombre', 'Otro nombre');
  return [
    evidence.folio !== null && toFact(sameFolio, 'Mismo folio', 'Otro folio'),
    evidence.patient !== null && toFact(sameId, 'Mismo identificador', 'Otro identificador'),
    (evidence.name !== null || sameName) && nameFact,
    evidence.birthDate !== null && birthDateFact,
  ].filter((fact) => fact !== false);
}

interface Review {
  readonly received: Pick<ReceivedResult, 'idReceived' | 'version'>;
  /** The patient who gets the result, or an action without a patient. */
  readonly decision: Pick<PickablePatient, 'idUser' | 'name'> | 'discard' | 'restore';
  /** The patient's set that gets the values; without it, they become a new set. */
  readonly idResultSet?: string | undefined;
}

function send(
  { received: { idReceived, version }, decision, idResultSet }: Review,
  options: RequestOptions,
) {
  const target = { idReceived, version };
  if (decision === 'discard') return api.receivedResults.discard(target, options);
  if (decision === 'restore') return api.receivedResults.restore(target, options);
  const { idUser } = decision;
  const assignment = { ...target, idUser, ...(idResultSet && { idResultSet }) };
  return api.receivedResults.assign(assignment, options);
}

async function showRestored(): Promise<void> {
  await refreshReceived();
  notifySuccess('El resultado quedó pendiente otra vez');
}

/** Assigns a received result to a patient, discards it, or restores it. */
function useReview() {
  const openResults = useOpenResults();
  const { optionsFor } = useRequestKey();
  const undoing = useToastMutation('No se pudo deshacer', {
    mutationFn: send,
    onSuccess: showRestored,
    onError: () => refreshReceived(),
    offersRetry: true,
  });
  return useMutation({
    mutationFn: (review: Review) => {
      const { received, decision, idResultSet } = review;
      const idUser = typeof decision === 'string' ? decision : decision.idUser;
      return send(review, optionsFor([received.idReceived, received.version, idUser, idResultSet]));
    },
    onSuccess: async ({ data: { received } }, { decision }) => {
      const { idReceived, version } = received;
      if (decision === 'restore') return showRestored();
      await refreshReceived();
      if (decision === 'discard') {
        const undo = { received: { idReceived, version }, decision: 'restore' } as const;
        return notifyUndo('Resultado descartado', { onUndo: () => undoing.mutate(undo) });
      }
      const { idUser, name } = decision;
      void refreshRecord(idUser);
      notifySuccess(`Resultado asignado a ${name}`, {
        detail: 'Queda capturado hasta que alguien lo valide.',
        action: { label: 'Ver resultados', onClick: () => openResults(idUser) },
      });
    },
    // Another account may have changed the result.
    onError: () => refreshReceived(),
  });
}
