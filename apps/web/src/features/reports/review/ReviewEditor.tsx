import { useWindowEvent } from '@mantine/hooks';
import { assignAuthors } from '@simiente/contract/reports/authorship';
import type { Preparation } from '@simiente/contract/reports/states';
import { countOpen, type WorkingCopy } from '@simiente/contract/reports/working-copy';
import { IconPlus, IconSignature } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { keepFocus } from '../../../ui/focus.ts';
import { isShortcut, KeyCap, useShortcutsEnabled } from '../../../ui/layout/shortcuts.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { useFailureToast } from '../../../ui/toasts/notify.tsx';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { LeaveQuestion } from '../../shell/public.ts';
import { SigningNotice } from '../SigningNotice.tsx';
import { FigureStrip, leavesReview } from './FigureLine.tsx';
import classes from './Review.module.css';
import { ReviewHeaders, SentenceRow } from './SentenceRow.tsx';
import { countFindings, findFindings } from './sentence-findings.ts';
import { useWorkingCopy, type Work } from './use-working-copy.ts';
import { type ReviewAction, splitParts, type WorkingSentence } from './working-sentences.ts';

const keyWords = [
  { keys: ['J', 'K'], words: ' Moverse' },
  { keys: ['A'], words: ' Aceptar' },
  { keys: ['E'], words: ' Editar' },
  { keys: ['X'], words: ' Tachar' },
];

/** Elements in the header of the page, for the button 'Firmar' and the line about the reviewer. */
export interface ReviewSlots {
  readonly action: HTMLElement | null;
  readonly context: HTMLElement | null;
}

interface ReviewEditorProps {
  initialCopy: WorkingCopy;
  preparation: Preparation;
  slots: ReviewSlots;
  /** Called with all sentences when a save fails because the review ended or another account took it over. */
  onLost: (sentences: readonly WorkingSentence[]) => void;
  onSigned: () => Promise<void>;
}

export function ReviewEditor(props: ReviewEditorProps) {
  const { initialCopy, preparation, slots, onLost, onSigned } = props;
  const work = useWorkingCopy(initialCopy, onLost);
  const { sentences, dispatch, saved } = work;
  const { base, baseSentences, results, draftedAt, acknowledgedAt } = saved;
  const rows = useRef<HTMLOListElement>(null);
  const [currentKey, setCurrentKey] = useState(sentences[0]?.key);
  const [writingKey, setWritingKey] = useState<string>();
  const keysId = useId();

  const authors = useMemo(
    () => assignAuthors(baseSentences, sentences),
    [baseSentences, sentences],
  );
  const timeZone = useClinicTimeZone();
  const findings = useMemo(
    () => findFindings(sentences, results, { timeZone, draftedAt }),
    [sentences, results, timeZone, draftedAt],
  );
  const allFindings = [...findings.values()].flat();
  const { differing, unknown, treatments, values } = countFindings(allFindings);
  const isAcknowledged = acknowledgedAt !== null && saved.open.unknown === 0;

  function focusRow(key: string | undefined) {
    setCurrentKey(key);
    rows.current?.querySelector<HTMLElement>(`[data-sentence="${key}"]`)?.focus();
  }

  function write(key: string) {
    setCurrentKey(key);
    setWritingKey(key);
  }

  /** Restores the base text of an emptied sentence and strikes it through. Removes an added sentence without text. */
  function endWriting(key: string) {
    const sentence = sentences.find((candidate) => candidate.key === key);
    let next: string | undefined = key;
    // The row is rendered at once, because it gets the focus below.
    flushSync(() => {
      setWritingKey(undefined);
      if (sentence === undefined || splitParts(sentence.text).body !== '') return;
      if (sentence.origin === null) {
        next = sentences[Math.max(0, sentences.indexOf(sentence) - 1)]?.key;
        dispatch({ type: 'remove', key });
        return;
      }
      const { body } = splitParts(baseSentences[sentence.origin]?.text ?? '');
      dispatch({ type: 'write', key, body });
      dispatch({ type: 'strike', key });
    });
    if (document.activeElement === document.body || document.activeElement === null) focusRow(next);
  }

  /** Focuses the sentence if the action removes the pressed button, or the previous sentence after a removal. */
  function runAction(index: number, next: ReviewAction) {
    flushSync(() => dispatch(next));
    const focusIndex = next.type === 'remove' ? Math.max(0, index - 1) : index;
    if (document.activeElement === document.body) focusRow(sentences[focusIndex]?.key);
  }

  /** Moves the focus, because the pressed button is removed once the acknowledgement is saved. */
  function acknowledge() {
    work.acknowledge();
    focusRow(currentKey);
  }

  function add() {
    const key = crypto.randomUUID();
    dispatch({ type: 'add', after: currentKey, key });
    write(key);
  }

  const index = sentences.findIndex(({ key }) => key === currentKey);
  useReviewKeys(writingKey !== undefined, {
    j: () => focusRow(sentences[Math.min(index + 1, sentences.length - 1)]?.key),
    k: () => focusRow(sentences[Math.max(index - 1, 0)]?.key),
    a: () => {
      if (currentKey === undefined) return;
      dispatch({ type: 'accept', key: currentKey });
      focusRow(sentences[Math.min(index + 1, sentences.length - 1)]?.key);
    },
    e: () => currentKey !== undefined && write(currentKey),
    x: () => currentKey !== undefined && dispatch({ type: 'strike', key: currentKey }),
  });

  return (
    <>
      {slots.context && createPortal(<SavedLine work={work} />, slots.context)}
      {slots.action &&
        createPortal(
          <SignButton
            work={work}
            warnings={{ differing, unknown: isAcknowledged ? 0 : unknown, treatments, values }}
            isEmpty={sentences.every(({ text, struck }) => struck || text.trim() === '')}
            onSigned={onSigned}
          />,
          slots.action,
        )}
      <LeaveQuestion
        isDirty={() => work.isDirty && (work.failure !== null || work.otherCopy !== undefined)}
        // Leaving the page saves the last change; closing the tab does not.
        isTabDirty={() => work.isDirty}
        leavesForm={leavesReview}
      />
      <SaveFailure work={work} />
      <SigningNotice />
      <section className={classes.card} aria-label="Revisión">
        <FigureStrip
          findings={allFindings}
          acknowledgedAt={isAcknowledged ? acknowledgedAt : null}
          onAcknowledge={acknowledge}
        />
        <ReviewHeaders base={base} />
        <ol ref={rows} className={classes.rows} aria-describedby={keysId}>
          {sentences.map((sentence, at) => (
            <SentenceRow
              key={sentence.key}
              sentence={sentence}
              position={at + 1}
              author={authors[at] ?? 'medico'}
              baseText={sentence.origin === null ? undefined : baseSentences[sentence.origin]?.text}
              preparation={preparation}
              base={base}
              findings={findings.get(sentence.key) ?? []}
              edit={{
                isCurrent: sentence.key === currentKey,
                isWriting: sentence.key === writingKey,
                dispatch: (next) => runAction(at, next),
                onSelect: () => setCurrentKey(sentence.key),
                onWriteStart: () => write(sentence.key),
                onWriteEnd: () => endWriting(sentence.key),
              }}
            />
          ))}
        </ol>
        <div className={classes.footer}>
          <p id={keysId} className={classes.keys}>
            {keyWords.map(({ keys, words }) => (
              <span key={words}>
                {keys.map((key) => (
                  <KeyCap key={key}>{key}</KeyCap>
                ))}
                {words}
              </span>
            ))}
          </p>
          <Button kind="subtle" icon={IconPlus} onClick={add}>
            Agregar frase
          </Button>
        </div>
      </section>
    </>
  );
}

/** Text such as 'Lo revisas tú, guardado hoy, 18:42'. */
function SavedLine({ work: { saved, isDirty, isSaving } }: { work: Work }) {
  return (
    <>
      {' '}
      · Lo revisas tú,{' '}
      {isSaving || isDirty ? (
        'guardando…'
      ) : (
        <>
          guardado <DateText value={saved.savedAt} hour />
        </>
      )}
    </>
  );
}

/** The reason why the last change is not saved, with buttons for a retry or a choice. */
function SaveFailure({ work }: { work: Work }) {
  const { failure, otherCopy } = work;
  const message = otherCopy
    ? 'Cambiaste esta revisión en otra ventana. Elige cuál conservar.'
    : failure && `No se guardó tu último cambio. ${failure.message}`;
  return (
    <div className={classes.trouble}>
      <FormAlert message={message ?? undefined}>
        <FailureActions key={otherCopy ? 'choice' : 'retry'}>
          {otherCopy ? (
            <>
              <Button kind="default" size="compact-sm" onClick={work.takeOther}>
                Usar los cambios guardados
              </Button>
              <Button kind="default" size="compact-sm" onClick={work.keepMine}>
                Conservar los cambios de esta ventana
              </Button>
            </>
          ) : (
            <Button kind="default" size="compact-sm" loading={work.isSaving} onClick={work.retry}>
              Reintentar
            </Button>
          )}
        </FailureActions>
      </FormAlert>
    </div>
  );
}

/** Buttons that disappear when pressed; the focus then moves to the page. */
function FailureActions({ children }: { children: ReactNode }) {
  return (
    <div ref={keepFocus} className={classes.actions}>
      {children}
    </div>
  );
}

type ReviewKey = 'j' | 'k' | 'a' | 'e' | 'x';

/** The keyboard shortcuts of a review, unless the user is typing or has switched them off. */
function useReviewKeys(
  isWriting: boolean,
  actions: Readonly<Record<ReviewKey, () => unknown>>,
): void {
  const [enabled] = useShortcutsEnabled();
  useWindowEvent('keydown', (event) => {
    if (!enabled || isWriting || !isShortcut(event)) return;
    const action = actions[event.key.toLowerCase() as ReviewKey];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

const SignDialog = lazyOnUse(() => import('../signing/SignDialog.tsx'));

interface SignButtonProps {
  work: Work;
  warnings: WorkingCopy['open'];
  isEmpty: boolean;
  onSigned: () => Promise<void>;
}

/** 'Firmar': saves the working copy first, and opens the dialog if no warning is open. */
function SignButton({ work, warnings, isEmpty, onSigned }: SignButtonProps) {
  const can = useCan();
  const failure = useFailureToast();
  const [isSettling, setSettling] = useState(false);
  const [copy, setCopy] = useState<WorkingCopy>();
  const reason = !can('reports.sign')
    ? 'Tu cuenta puede revisar, pero no firmar.'
    : isEmpty
      ? 'El informe no tiene texto.'
      : describeObstacle(warnings);

  async function open() {
    failure.clear();
    setSettling(true);
    try {
      const latest = await work.settle();
      // A result may have changed after the last check of the figures.
      if (countOpen(latest.open) === 0) setCopy(latest);
      else failure.show('Cambió un resultado', { detail: 'Revisa las cifras marcadas.' });
    } catch (error) {
      failure.show('No se pudo guardar la revisión', { detail: (error as Error).message });
    }
    setSettling(false);
  }

  return (
    <>
      <Button
        icon={IconSignature}
        aria-haspopup="dialog"
        disabled={reason !== undefined}
        disabledReason={reason}
        loading={isSettling}
        onClick={() => void open()}
      >
        Firmar
      </Button>
      {copy && <SignDialog copy={copy} onClose={() => setCopy(undefined)} onSigned={onSigned} />}
    </>
  );
}

/** The first warning that blocks a signature; undefined if the text can be signed. */
function describeObstacle(warnings: WorkingCopy['open']): string | undefined {
  const { differing, unknown, treatments, values } = warnings;
  if (differing > 0) return `Corrige o explica ${pluralize(differing, ['cifra', 'cifras'])}.`;
  if (unknown > 0) return 'Confirma las cifras sin verificar.';
  if (treatments > 0) return 'Acepta cada tratamiento del texto, o quítalo.';
  return values > 0 ? 'Acepta cada valor sin validar, preliminar o corregido.' : undefined;
}
