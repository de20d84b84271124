import { Skeleton } from '@mantine/core';
import type { Report } from '@simiente/contract/reports/calls';
import type { Preparation } from '@simiente/contract/reports/states';
import { type WorkingCopy, workingCopy } from '@simiente/contract/reports/working-copy';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { staleDetails } from '../../../lib/api/failure.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { keepFocus, rescueFocusAfterReturn } from '../../../ui/focus.ts';
import { ChartPageArt } from '../../../ui/illustrations/report-art.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { EmptyState, LoadError } from '../../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { findPreparation } from '../report-words.ts';
import { refreshReports } from '../use-reports.ts';
import classes from './Review.module.css';
import { ReviewEditor, type ReviewSlots } from './ReviewEditor.tsx';
import { ReviewHeaders, SentenceRow } from './SentenceRow.tsx';
import { findFindings } from './sentence-findings.ts';
import { splitParts, type WorkingSentence, withKeys } from './working-sentences.ts';

interface ReviewProps {
  idUser: string;
  report: Report;
  /** The id of the draft with which a review begins, if it is not the newest draft. */
  idDraft: string | undefined;
  slots: ReviewSlots;
  onSigned: () => void;
}

/** 'Revisar': the draft beside the working copy. Its reviewer can edit it; others can read it or take it over. */
export default function Review({ idUser, report, idDraft, slots, onSigned }: ReviewProps) {
  const { kind, review } = report;
  const query = useAnswer(queries.reports.getWorkingCopy, {
    input: { idUser, kind },
    select: ({ workingCopy }) => workingCopy,
    // Another window, or another reviewer, may have changed the copy.
    staleTime: 0,
  });
  const copy = query.data;
  const { refetch } = query;
  const [unsaved, setUnsaved] = useState<readonly WorkingSentence[]>([]);
  const notifySigned = useSignedElsewhere(report, copy, onSigned);
  /** Shows the text that this window has signed. */
  async function finish() {
    notifySigned();
    await refreshReports(idUser);
    onSigned();
    // The button that opened the dialog was removed with the review.
    rescueFocusAfterReturn();
  }

  // The report is refetched after changes of other users, so it may name a newer copy or reviewer.
  const isBehind =
    copy !== undefined &&
    (review?.idWorkingCopy !== copy?.idWorkingCopy ||
      (review !== null && copy !== null && review.reviewer.idAccount !== copy.reviewer.idAccount));
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);

  if (copy === undefined) {
    return query.error ? (
      <LoadError title="No se pudo cargar la revisión" queries={[query]} />
    ) : (
      <div className={classes.card} aria-busy="true">
        <Skeleton height={360} radius={12} />
      </div>
    );
  }
  const preparation = findPreparation(report.versions, copy?.base.number);
  return (
    <>
      <Unsaved sentences={unsaved} onClose={() => setUnsaved([])} />
      {copy === null ? (
        <StartReview idUser={idUser} report={report} idDraft={idDraft} />
      ) : copy.isMine ? (
        <ReviewEditor
          key={copy.idWorkingCopy}
          initialCopy={copy}
          preparation={preparation}
          slots={slots}
          onLost={(sentences) => {
            setUnsaved(findChanged(copy, sentences));
            void refetch();
          }}
          onSigned={finish}
        />
      ) : (
        <OtherReview copy={copy} preparation={preparation} />
      )}
    </>
  );
}

/**
 * Detects in the refetched report that this account's copy was signed, although the answer of the signature was lost or
 * another window signed. The signed text is then opened.
 * @returns a function that announces a signature of this window, so that it is not announced twice
 */
function useSignedElsewhere(
  { versions, review }: Report,
  copy: WorkingCopy | null | undefined,
  onSigned: () => void,
): () => void {
  const ownCopy = useRef<WorkingCopy>(undefined);
  if (copy?.isMine) ownCopy.current = copy;
  const { number, reviewer } = ownCopy.current ?? {};
  const isSigned =
    review === null &&
    copy === null &&
    versions.some(
      (version) => version.number === number && version.signer?.idAccount === reviewer?.idAccount,
    );
  const notifySigned = () => {
    ownCopy.current = undefined;
    notifySuccess('Informe firmado');
  };
  const leave = useEffectEvent(() => {
    if (ownCopy.current === undefined) return;
    notifySigned();
    onSigned();
    rescueFocusAfterReturn();
  });
  useEffect(() => {
    if (isSigned) leave();
  }, [isSigned]);
  return notifySigned;
}

function findChanged(copy: WorkingCopy, sentences: readonly WorkingSentence[]): WorkingSentence[] {
  const textsBefore = new Set(copy.sentences.map(({ text }) => text));
  return sentences.filter(({ text }) => text.trim() !== '' && !textsBefore.has(text));
}

/** Sentences that could not be saved because another account took over the review, for copying. */
function Unsaved(props: { sentences: readonly WorkingSentence[]; onClose: () => void }) {
  if (props.sentences.length === 0) return null;
  return (
    <FormAlert message="La revisión ya no es tuya. Estas frases no se guardaron; cópialas si las necesitas.">
      <ul>
        {props.sentences.map(({ key, text }) => (
          <li key={key}>{splitParts(text).body}</li>
        ))}
      </ul>
      <Button kind="subtle" size="compact-sm" onClick={props.onClose}>
        Entendido
      </Button>
    </FormAlert>
  );
}

function StartReview({ idUser, report, idDraft }: Omit<ReviewProps, 'slots' | 'onSigned'>) {
  const newest = report.versions.find(({ idVersion }) => idVersion === report.pending);
  const draft =
    report.versions.find(
      ({ idVersion, state, signedAs }) =>
        idVersion === idDraft && state === 'draft' && signedAs === null,
    ) ?? newest;
  // A withdrawn text may need only one correction, so a review can begin with it.
  const withdrawn =
    report.state === 'withdrawn'
      ? report.versions.find(({ withdrawal }) => withdrawal !== null)
      : undefined;
  const starting = useToastMutation('No se pudo empezar la revisión', {
    mutationFn: (idVersion: string, options) => api.reports.startReview({ idVersion }, options),
    retry: false,
    onSettled: () => refreshReports(idUser),
  });
  const startButton = (label: string, idVersion: string, kind: 'normal' | 'default') => (
    <Button kind={kind} loading={starting.isPending} onClick={() => starting.mutate(idVersion)}>
      {label}
    </Button>
  );
  const isNewest = draft === newest;
  const state = draft
    ? {
        title: isNewest
          ? `La versión ${draft.number} está pendiente de revisión.`
          : `Vas a revisar la versión ${draft.number}.`,
        text: `Se abre una copia de trabajo a tu nombre, frase por frase. El borrador no cambia.${newest && !isNewest ? ` Hay un borrador más reciente, la versión ${newest.number}: si firmas este, dejará de estar por firmar, pero podrás consultarlo.` : ''}`,
        action: startButton('Empezar la revisión', draft.idVersion, 'normal'),
      }
    : withdrawn
      ? {
          title: `La versión ${withdrawn.number} se retiró.`,
          text: withdrawn.ofAnother
            ? 'Era de otra persona. Para firmar una versión nueva, crea un borrador.'
            : 'Puedes partir de su texto para firmar una versión nueva. La versión retirada no cambia.',
          action:
            !withdrawn.ofAnother &&
            startButton('Revisar su texto de nuevo', withdrawn.idVersion, 'default'),
        }
      : {
          title: 'No hay un borrador por revisar.',
          text:
            report.state === 'signed'
              ? 'Para cambiar el texto firmado, elige la versión vigente y usa «Corregir» o «Agregar».'
              : 'Aparecerá aquí en cuanto llegue.',
          action: undefined,
        };
  return (
    <section className={classes.empty}>
      <EmptyState illustration={<ChartPageArt />} title={state.title} action={state.action}>
        {state.text}
      </EmptyState>
    </section>
  );
}

/** The working copy of another reviewer, read-only, and 'Tomar la revisión'. */
function OtherReview({ copy, preparation }: { copy: WorkingCopy; preparation: Preparation }) {
  const { idWorkingCopy, version, idUser, reviewer, savedAt } = copy;
  const taking = useToastMutation('No se pudo tomar la revisión', {
    mutationFn: async () => {
      try {
        return await api.reports.takeOver({ idWorkingCopy, version });
      } catch (error) {
        // Takes over the latest text, with the changes that its reviewer saved after this page loaded.
        const current = workingCopy.safeParse(staleDetails(error as Error)).data;
        if (current === undefined) throw error;
        return await api.reports.takeOver({ idWorkingCopy, version: current.version });
      }
    },
    retry: false,
    onSettled: () => refreshReports(idUser),
  });
  const sentences = withKeys(copy.sentences);
  const findings = findFindings(sentences, copy.results, {
    timeZone: useClinicTimeZone(),
    draftedAt: copy.draftedAt,
  });
  return (
    <>
      <div ref={keepFocus} className={classes.other}>
        <p role="status">
          Lo revisa {reviewer.name}. Guardado: <DateText value={savedAt} hour />.
        </p>
        <Button kind="default" loading={taking.isPending} onClick={() => taking.mutate()}>
          Tomar la revisión
        </Button>
      </div>
      <section className={classes.card} aria-label="Copia de trabajo">
        <ReviewHeaders base={copy.base} />
        <ol className={classes.rows}>
          {sentences.map((sentence, index) => (
            <SentenceRow
              key={sentence.key}
              sentence={sentence}
              position={index + 1}
              author={copy.sentences[index]?.author ?? 'ia'}
              baseText={
                sentence.origin === null ? undefined : copy.baseSentences[sentence.origin]?.text
              }
              preparation={preparation}
              base={copy.base}
              findings={findings.get(sentence.key) ?? []}
            />
          ))}
        </ol>
      </section>
    </>
  );
}
