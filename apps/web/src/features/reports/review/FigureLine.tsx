import { Checkbox, TextInput } from '@mantine/core';
import { lowerFirst } from '@simiente/contract/format/lower-first';
import { TREATMENT_ACCEPTED, VALUE_ACCEPTED } from '@simiente/contract/reports/explanations';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { IconAlertTriangle, IconCheck, IconHelpCircle, IconMessage2 } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { focusOnMount } from '../../../ui/focus.ts';
import { DateText } from '../../../ui/page/DateText.tsx';
import { LeaveQuestion } from '../../shell/public.ts';
import { figureName } from '../report-words.ts';
import classes from './Review.module.css';
import { agrees, countFindings, differs, type SentenceFinding } from './sentence-findings.ts';

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
          <Button kind="subtle" size="compact-sm" onClick={() => onExplain(null)}>
            Quitar explicación
          </Button>
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
        <div className={classes.actions}>
          {onCorrect && expected !== undefined && (
            <Button kind="default" size="compact-sm" onClick={() => onCorrect(expected)}>
              Corregir a {expected}
            </Button>
          )}
          {onExplain && (
            <Button kind="subtle" size="compact-sm" onClick={() => setExplaining(true)}>
              Explicar
            </Button>
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
        <div className={classes.actions}>
          <Button type="submit" kind="default" size="compact-sm">
            Guardar explicación
          </Button>
          <Button kind="subtle" size="compact-sm" onClick={onCancel}>
            Cancelar
          </Button>
        </div>
      </form>
    </>
  );
}

interface FigureStripProps {
  findings: readonly SentenceFinding[];
  /** Time at which all current figures without a result were acknowledged. */
  acknowledgedAt: string | null;
  onAcknowledge: () => void;
}

/** Counts of the text's figures: agreeing, differing, without a result; and the tasks before a signature. */
export function FigureStrip({ findings, acknowledgedAt, onAcknowledge }: FigureStripProps) {
  const { agreeing, explained, ...counts } = countFindings(findings);
  const { differing, unknown, treatments, values } = counts;
  const isOpen = unknown > 0 && acknowledgedAt === null;
  return (
    <div className={classes.strip}>
      <strong>Cifras</strong>
      {findings.length === 0 && <span className={classes.agrees}>El texto no cita cifras.</span>}
      <Chip count={agreeing} words={['coincide', 'coinciden']} icon={IconCheck} agrees />
      <Chip
        count={differing}
        words={['no coincide', 'no coinciden']}
        icon={IconAlertTriangle}
        tone="red"
      />
      <Chip count={explained} words={['explicada', 'explicadas']} />
      <Chip count={unknown} words={['sin verificar', 'sin verificar']} icon={IconHelpCircle}>
        {acknowledgedAt !== null && (
          <>
            {unknown === 1 ? ', confirmada ' : ', confirmadas '}
            <DateText value={acknowledgedAt} hour />
          </>
        )}
      </Chip>
      <Chip count={treatments} words={TREATMENTS} icon={IconHelpCircle}>
        {' por aceptar'}
      </Chip>
      <Chip count={values} words={VALUES} icon={IconHelpCircle}>
        {' por aceptar'}
      </Chip>
      {isOpen && (
        <Button
          kind="default"
          size="compact-sm"
          aria-label={`${unknown === 1 ? 'Confirmarla' : 'Confirmarlas'}: ${pluralize(unknown, FIGURES)} sin verificar`}
          onClick={onAcknowledge}
        >
          {unknown === 1 ? 'Confirmarla' : 'Confirmarlas'}
        </Button>
      )}
      <span className={classes.left} role="status">
        {describeTasks({ ...counts, unknown: isOpen ? unknown : 0 })}
      </span>
    </div>
  );
}

interface ChipProps {
  count: number;
  words: readonly [one: string, many: string];
  icon?: typeof IconCheck;
  tone?: 'red';
  agrees?: boolean;
  children?: ReactNode;
}

function Chip({ count, words, icon: Icon, tone, agrees: isGreen = false, children }: ChipProps) {
  if (count === 0) return null;
  return (
    <span className={isGreen ? classes.agrees : classes.chip} data-tone={tone}>
      {Icon && <Icon size={15} stroke={1.7} aria-hidden />}
      <span>
        {pluralize(count, words)}
        {children}
      </span>
    </span>
  );
}

const FIGURES = ['cifra', 'cifras'] as const;
const TREATMENTS = ['tratamiento', 'tratamientos'] as const;
const VALUES = ['valor', 'valores'] as const;

/** Text such as 'Para firmar: corrige o explica 1 cifra'. */
function describeTasks({ differing, unknown, treatments, values }: WorkingCopy['open']): string {
  const tasks = [
    differing > 0 && `corrige o explica ${pluralize(differing, FIGURES)}`,
    unknown > 0 && `confirma ${pluralize(unknown, FIGURES)} sin verificar`,
    treatments > 0 && `acepta ${pluralize(treatments, TREATMENTS)}`,
    values > 0 && `acepta ${pluralize(values, VALUES)}`,
  ].filter(Boolean);
  return tasks.length === 0 ? '' : `Para firmar: ${tasks.join(' y ')}`;
}
