import { Textarea, VisuallyHidden } from '@mantine/core';
import type { SentenceAuthor } from '@simiente/contract/reports/authorship';
import type { Preparation } from '@simiente/contract/reports/states';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import {
  IconArrowBackUp,
  IconCheck,
  IconPencil,
  IconStrikethrough,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { authorPill, versionName } from '../report-words.ts';
import { FigureLine } from './FigureLine.tsx';
import classes from './Review.module.css';
import { agrees, differs, type SentenceFinding } from './sentence-findings.ts';
import { type ReviewAction, splitParts, type WorkingSentence } from './working-sentences.ts';

const getFindingClass = (finding: SentenceFinding): string | undefined => {
  if (agrees(finding)) return classes.figure;
  return differs(finding) && finding.explanation === null ? classes.wrong : classes.unknown;
};

/** A sentence whose figures are underlined by their verdicts. */
function SentenceText({ text, findings }: { text: string; findings: readonly SentenceFinding[] }) {
  const { lead, body } = splitParts(text);
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const finding of findings) {
    const start = finding.start - lead.length;
    const end = finding.end - lead.length;
    // The finding of a treatment is a whole sentence, so only the figures in it are underlined.
    if (finding.verdict === 'treatment' || start < at || end > body.length) continue;
    pieces.push(body.slice(at, start));
    pieces.push(
      <span key={start} className={getFindingClass(finding)}>
        {body.slice(start, end)}
      </span>,
    );
    at = end;
  }
  pieces.push(body.slice(at));
  return pieces;
}

interface SentenceRowProps {
  sentence: WorkingSentence;
  position: number;
  author: SentenceAuthor;
  preparation: Preparation;
  /** The sentence in the version that is edited; undefined for an added sentence. */
  baseText: string | undefined;
  base: WorkingCopy['base'];
  findings: readonly SentenceFinding[];
  /** Absent for a read-only copy. */
  edit?: {
    readonly isCurrent: boolean;
    readonly isWriting: boolean;
    readonly dispatch: (action: ReviewAction) => void;
    readonly onSelect: () => void;
    readonly onWriteStart: () => void;
    readonly onWriteEnd: () => void;
  };
}

export function ReviewHeaders({ base }: { base: WorkingCopy['base'] }) {
  return (
    <div className={classes.heads}>
      <span>
        <strong>{base.type === 'draft' ? 'Borrador' : 'Firmado'}</strong> versión {base.number}
      </span>
      <strong>Copia de trabajo</strong>
    </div>
  );
}

/** One sentence: original, author, current text, and the number guard's verdict. */
export function SentenceRow(props: SentenceRowProps) {
  const { sentence, position, author, preparation, baseText, base, findings, edit } = props;
  const { key, text, struck, accepted, origin } = sentence;
  const { body } = splitParts(text);
  const mark = struck
    ? { tone: 'neutral' as const, label: 'Tachada' }
    : authorPill(author, preparation);
  return (
    <li
      className={classes.row}
      data-current={edit?.isCurrent || undefined}
      data-same={baseText?.trim() === body || undefined}
    >
      <div className={classes.base}>
        {baseText === undefined ? (
          `No está en ${base.type === 'draft' ? 'el borrador' : `la versión ${base.number}`}`
        ) : (
          <>
            <VisuallyHidden>
              {base.type === 'draft' ? 'Borrador' : versionName(base.number)}:{' '}
            </VisuallyHidden>
            {baseText.trim()}
          </>
        )}
      </div>
      <div className={classes.mark}>
        <StatusPill {...mark} />
      </div>
      <div className={classes.copy}>
        {edit?.isWriting ? (
          <SentenceField
            body={body}
            label={`Frase ${position}`}
            onWrite={(next) => edit.dispatch({ type: 'write', key, body: next })}
            onDone={edit.onWriteEnd}
          />
        ) : (
          <Focusable edit={edit} rowKey={key} label={`Frase ${position}, ${mark.label}`}>
            <p id={`words-${key}`} className={classes.words} data-struck={struck || undefined}>
              <SentenceText text={text} findings={findings} />
            </p>
          </Focusable>
        )}
        {!struck &&
          findings.map((finding) => (
            <FigureLine
              key={`${finding.start} ${finding.verdict} ${finding.message}`}
              finding={finding}
              {...(edit && {
                onCorrect: (expected: string) => {
                  const { start, figure } = finding;
                  const end = start + figure.length;
                  edit.dispatch({ type: 'correct', key, start, end, figure: expected });
                },
                onExplain: (explanation: string | null) =>
                  edit.dispatch({ type: 'explain', key, finding, text: explanation }),
              })}
            />
          ))}
        {edit?.isCurrent && !edit.isWriting && (
          <div className={classes.actions}>
            {!struck && origin !== null && (
              <ActionButton icon={IconCheck} onClick={() => edit.dispatch({ type: 'accept', key })}>
                {accepted ? 'Quitar aceptación' : 'Aceptar'}
              </ActionButton>
            )}
            <ActionButton icon={IconPencil} onClick={edit.onWriteStart}>
              Editar
            </ActionButton>
            {origin === null ? (
              <ActionButton icon={IconTrash} onClick={() => edit.dispatch({ type: 'remove', key })}>
                Quitar
              </ActionButton>
            ) : (
              <ActionButton
                icon={struck ? IconArrowBackUp : IconStrikethrough}
                onClick={() => edit.dispatch({ type: 'strike', key })}
              >
                {struck ? 'Recuperar' : 'Tachar'}
              </ActionButton>
            )}
          </div>
        )}
      </div>
      <div className={classes.accepted}>
        {accepted && !struck && (
          <>
            <IconCheck size={18} stroke={1.9} aria-hidden />
            <VisuallyHidden>Aceptada</VisuallyHidden>
          </>
        )}
      </div>
    </li>
  );
}

interface ActionButtonProps {
  icon: typeof IconCheck;
  onClick: () => void;
  children: ReactNode;
}

function ActionButton({ icon: Icon, onClick, children }: ActionButtonProps) {
  return (
    <Button kind="subtle" size="compact-sm" icon={Icon} onClick={onClick}>
      {children}
    </Button>
  );
}

interface FocusableProps {
  edit: SentenceRowProps['edit'];
  rowKey: string;
  label: string;
  children: ReactNode;
}

/** The part of a row that gets the focus from the keys J and K. */
function Focusable({ edit, rowKey, label, children }: FocusableProps) {
  if (!edit) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, this is a text with actions.
    <div
      role="group"
      aria-label={label}
      aria-describedby={`words-${rowKey}`}
      data-sentence={rowKey}
      className={classes.focusable}
      tabIndex={edit.isCurrent ? 0 : -1}
      onFocus={edit.onSelect}
      onDoubleClick={edit.onWriteStart}
    >
      {children}
    </div>
  );
}

interface SentenceFieldProps {
  body: string;
  label: string;
  onWrite: (body: string) => void;
  onDone: () => void;
}

/** The sentence as a field: Enter ends the editing, Escape also restores the text. */
function SentenceField({ body, label, onWrite, onDone }: SentenceFieldProps) {
  const [before] = useState(body);
  // A space at the end stays in the field while the user types; the saved sentence is trimmed.
  const [typed, setTyped] = useState(body);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const isEnd = event.key === 'Enter' && !event.shiftKey;
    if (!isEnd && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isEnd) onWrite(before);
    onDone();
  }

  return (
    <Textarea
      ref={focusAtEnd}
      aria-label={label}
      autosize
      minRows={1}
      classNames={{ input: classes.field ?? '' }}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onWrite(value.trim());
      }}
      onKeyDown={onKeyDown}
      onBlur={onDone}
    />
  );
}

/** Defined outside the component, because React calls a new ref function at every render. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
