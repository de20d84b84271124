import { Checkbox, TextInput } from '@mantine/core';
import { lowerFirst } from '@simiente/contract/format/lower-first';
import { TREATMENT_ACCEPTED, VALUE_ACCEPTED } from '@simiente/contract/reports/explanations';
import { IconAlertTriangle, IconCheck, IconHelpCircle, IconMessage2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { focusOnMount } from '../../../ui/focus.ts';
import { LeaveQuestion } from '../../shell/public.ts';
import { figureName } from '../report-words.ts';
import classes from './Review.module.css';
import { agrees, differs, type SentenceFinding } from './sentence-findings.ts';

/** Whether a navigation leaves the review of a report. */
export const leavesReview = ({ search }: { readonly search: object }) =>
  !('lectura' in search && search.lectura === 'revisar');

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

const TREATMENT_NOTE = 'Ningún resultado lo comprueba: revisa fármaco, dosis y duración.';

interface FigureLineProps {
  finding: SentenceFinding;
  /** Absent in a read-only review. */
  onCorrect?: ((figure: string) => void) | undefined;
  /** Called with null to remove the explanation; absent in a read-only review. */
  onExplain?: ((text: string | null) => void) | undefined;
}

/** Verdict of the number guard on one figure, and the actions on the figure. */
export function FigureLine({ finding, onCorrect, onExplain }: FigureLineProps) {
  const [isExplaining, setExplaining] = useState(false);
  const { message, expected, explanation, earlierExplanation } = finding;
  if (agrees(finding)) {
    return (
      <p className={classes.agrees}>
        <IconCheck {...icon} /> {message}
      </p>
    );
  }
  if (finding.verdict === 'treatment' || finding.verdict === 'unsettled') {
    const [label, description, accepted] =
      finding.verdict === 'treatment'
        ? ['Acepto este tratamiento', TREATMENT_NOTE, TREATMENT_ACCEPTED]
        : ['Acepto citar este valor', `${message}.`, VALUE_ACCEPTED];
    return (
      <div className={classes.difference}>
        <Checkbox
          label={label}
          description={description}
          checked={explanation !== null}
          disabled={onExplain === undefined}
          onChange={({ currentTarget: { checked } }) => onExplain?.(checked ? accepted : null)}
        />
      </div>
    );
  }
  if (!differs(finding)) {
    return (
      <p className={classes.chip}>
        {/* Repeats the figure, because a screen reader does not announce the underlining in the sentence. */}
        <IconHelpCircle {...icon} /> {figureName(finding)}, {lowerFirst(message)}
      </p>
    );
  }
  if (explanation !== null) {
    return (
      <div className={classes.difference}>
        <p className={classes.chip}>
          <IconMessage2 {...icon} /> {message}. Explicado: {explanation}
        </p>
        {onExplain && (
          <LockButton kind="subtle" size="compact-sm" onClick={() => onExplain(null)}>
            Quitar explicación
          </LockButton>
        )}
      </div>
    );
  }
  return (
    <div className={classes.difference}>
      <p className={classes.chip} data-tone="red">
        <IconAlertTriangle {...icon} /> {message}
        {earlierExplanation !== null && `. Lo explicaste con otro resultado: ${earlierExplanation}`}
      </p>
      {isExplaining && onExplain ? (
        <ExplainForm
          initial={earlierExplanation ?? ''}
          onCancel={() => setExplaining(false)}
          onExplain={(text) => {
            setExplaining(false);
            onExplain(text);
          }}
        />
      ) : (
        <div className={classes.acts}>
          {onCorrect && expected !== undefined && (
            <LockButton kind="default" size="compact-sm" onClick={() => onCorrect(expected)}>
              Corregir a {expected}
            </LockButton>
          )}
          {onExplain && (
            <LockButton kind="subtle" size="compact-sm" onClick={() => setExplaining(true)}>
              Explicar
            </LockButton>
          )}
        </div>
      )}
    </div>
  );
}

/** Characters; the contract's `explanation` requires the same. */
const MIN_EXPLANATION_LENGTH = 3;

interface ExplainFormProps {
  /** The explanation of the same figure for another result; empty without one. */
  initial: string;
  onCancel: () => void;
  onExplain: (text: string) => void;
}

function ExplainForm({ initial, onCancel, onExplain }: ExplainFormProps) {
  const [text, setText] = useState(initial);
  const [isShort, setShort] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isTooShort = text.trim().length < MIN_EXPLANATION_LENGTH;
    setShort(isTooShort);
    if (!isTooShort) onExplain(text.trim());
  }

  return (
    <>
      <LeaveQuestion isDirty={() => text.trim() !== initial} leavesForm={leavesReview} />
      <form className={classes.explain} onSubmit={submit} noValidate>
        <TextInput
          ref={focusOnMount}
          label="¿Por qué es correcta esta cifra?"
          autoComplete="off"
          maxLength={500}
          error={isShort && 'Explica por qué la cifra es correcta.'}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
        <div className={classes.acts}>
          <LockButton type="submit" kind="default" size="compact-sm">
            Guardar explicación
          </LockButton>
          <LockButton kind="subtle" size="compact-sm" onClick={onCancel}>
            Cancelar
          </LockButton>
        </div>
      </form>
    </>
  );
}
