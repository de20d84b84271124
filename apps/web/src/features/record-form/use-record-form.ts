import { type FormErrors, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { useFormAlert } from '../../ui/toasts/use-form-alert.ts';
import { useDraftRecovery } from '../session/public.ts';
import {
  type ComparedField,
  changedFields,
  compareFields,
  type FieldErrors,
  type FormFields,
  isWritten,
  namesOf,
  readFields,
  rebase,
  type Written,
} from './fields.ts';

/** Asks a form in a dialog to open. A new object is a new request, also for the same record. */
export interface FormRequest<Values, Base> {
  /** The record to edit; null for a new one. */
  readonly record: Base | null;
  /** What the fields begin with besides. */
  readonly start?: Partial<Values>;
}

/** One attempt to save. */
interface Attempt<Values, Base, Sent> {
  /** The record that the edit began from; null for a new one. */
  readonly base: Base | null;
  /** Of a new record every field, of an edit the changed ones. */
  readonly written: Sent;
  readonly values: Values;
  /** The Idempotency-Key: the same for the same content until it is saved. */
  readonly key: string;
  /** The user has seen a warning and wants it all the same. */
  readonly insists: boolean;
}

interface FailureText {
  readonly title: string;
  readonly detail?: string | undefined;
}

interface RecordFormOptions<
  Values,
  Base,
  Fields extends FormFields<Values, Base>,
  Saved extends Base,
> {
  /** Names the form: what was typed when the session ended comes back to the form of this name. */
  readonly name: string;
  readonly fields: Fields;
  readonly valuesOf: (base: Base | null) => Values;
  /** Of a form that is a page: its record, or null for a new one. */
  readonly page?: { readonly record: Base | null };
  /** Of a form in a dialog: the last request to open it. */
  readonly requested?: FormRequest<Values, Base> | null;
  /** Of a form in a dialog that goes on to show what was saved. */
  readonly staysOpen?: boolean;
  /** An edit sends and checks every field, not only the changed ones. */
  readonly sendsWhole?: boolean;
  /** The schema of the record, to read the current one from a refusal. */
  readonly record?: { safeParse(value: unknown): { readonly data?: Saved | undefined } };
  /** Resolves to null when nothing was saved and the form stays as it is. */
  readonly save: (attempt: Attempt<Values, Base, Written<Values, Fields>>) => Promise<Saved | null>;
  /** Puts a record that the server told where the screens show it. */
  readonly show?: (record: Saved) => Promise<void> | void;
  /** The form is closed by then; null when there was nothing to save. */
  readonly onDone?: (record: Saved | null, wasNew: boolean) => void;
  /** After a refusal that asks for no decision. */
  readonly onRefused?: (error: Error) => void;
  /** Which field a path of the call's input is, where their names differ. */
  readonly fieldOf?: Readonly<Record<string, keyof Values & string>>;
  readonly describeFailure?: (error: Error, isNew: boolean) => FailureText;
  /** Of a page: the alert above the errors of its fields. Failures are toasts there. */
  readonly alertOf?: (errors: FieldErrors, values: Values) => string | undefined;
}

/** What an edit began from. */
interface Origin<Values, Base> {
  readonly base: Base | null;
  readonly start: Values;
}

interface FormDraft<Values, Base> extends Origin<Values, Base> {
  readonly values: Values;
}

const NO_ERRORS: FieldErrors = {};

/**
 * The state of a form that creates or edits a record: what it began from, what the fields hold, what
 * is wrong with them, and the outcome of saving. `RecordModal` and `RecordPage` draw it.
 */
export function useRecordForm<
  Values extends object,
  Base,
  Fields extends FormFields<Values, Base> = FormFields<Values, Base>,
  Saved extends Base = Base,
>(options: RecordFormOptions<Values, Base, Fields, Saved>) {
  const { name, fields, valuesOf, page, requested = null, show, onDone } = options;
  const { recovered, keep } = useDraftRecovery<FormDraft<Values, Base>>(name);
  const [origin, setOrigin] = useState<Origin<Values, Base>>(() => {
    const base = page?.record ?? null;
    return recovered ?? { base, start: valuesOf(base) };
  });
  const { base, start } = origin;
  const form = useForm<Values & Record<string, unknown>>({
    mode: 'controlled',
    initialValues: (recovered?.values ?? start) as Values & Record<string, unknown>,
  });
  const values: Values = form.values;
  /** As they were found: the same object until the next attempt. */
  const [found, setFound] = useState(NO_ERRORS);
  const [opened, setOpened] = useState(page !== undefined || recovered !== undefined);
  const [isLeaving, setLeaving] = useState(false);
  const [isRecovered, setRecovered] = useState(recovered !== undefined);
  const [saved, setSaved] = useState<Saved | null>(null);
  /** Saved or let go: there is nothing left to lose. */
  const isOver = useRef(false);
  /** From the submit on; a state is too late for a second one in the same tick. */
  const isUnderWay = useRef(false);
  const alert = useFormAlert();
  const { keyOf, forget } = useRequestKey();

  const saving = useMutation({
    mutationFn: async (attempt: Attempt<Values, Base, Written<Values, Fields>>) => {
      try {
        return await options.save(attempt);
      } catch (error) {
        const now = currentOf(error as Error);
        // The own edit, whose answer was lost, or the same one of another user.
        const isDone =
          now !== undefined &&
          isWritten(fields, attempt.written, { now: valuesOf(now), base: now });
        if (isDone) return now;
        throw error;
      }
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
    onSuccess: async (record, attempt) => {
      if (record === null) return;
      forget();
      await show?.(record);
      if (options.staysOpen) setSaved(record);
      else finish();
      onDone?.(record, attempt.base === null);
    },
    onError: async (error, attempt) => {
      const now = currentOf(error);
      if (now !== undefined) return await show?.(now);
      fault(errorsOf(error));
      options.onRefused?.(error);
      // The user is led to the login.
      if (error instanceof ApiFailure && error.code === 'UNAUTHORIZED') return;
      const { title, detail } = describe(error, attempt.base === null);
      if (page) alert.tell(title, detail === undefined ? {} : { detail });
    },
  });

  const { error } = saving;
  const current = base === null ? undefined : currentOf(error);
  const changed = changedFields(fields, values, start);
  const isDirty = opened && saved === null && changed.length > 0;
  const isExplained = error !== null && Object.keys(errorsOf(error)).length > 0;

  useEffect(() => keep(isDirty && !isOver.current ? { ...origin, values } : undefined));

  const openRequested = useEffectEvent((next: FormRequest<Values, Base>) => {
    begin({ base: next.record, start: { ...valuesOf(next.record), ...next.start } as Values });
  });
  useEffect(() => {
    if (requested !== null) openRequested(requested);
  }, [requested]);

  function begin(next: Origin<Values, Base>, now: Values = next.start) {
    isOver.current = false;
    setSaved(null);
    setOrigin(next);
    form.setValues(now as Values & Record<string, unknown>);
    setFound(NO_ERRORS);
    setLeaving(false);
    setRecovered(false);
    saving.reset();
    setOpened(true);
  }

  function finish() {
    isOver.current = true;
    if (!page) setOpened(false);
  }

  function fault(errors: FieldErrors) {
    setFound(errors);
    form.setErrors(errors as FormErrors);
  }

  function submit(insists: boolean, from = origin, sent: Values = form.getValues()) {
    if (isUnderWay.current) return;
    // A form may begin with something else than what the record holds.
    const touched = changedFields(fields, sent, valuesOf(from.base));
    if (from.base !== null && touched.length === 0) {
      finish();
      return onDone?.(null, false);
    }
    const names = from.base === null || options.sendsWhole ? namesOf(fields) : touched;
    const { written, errors } = readFields(fields, sent, { names, base: from.base });
    fault(errors);
    alert.clear();
    if (Object.keys(errors).length > 0) {
      const refusal = options.alertOf?.(errors, sent);
      if (refusal !== undefined) alert.tell(refusal);
      return;
    }
    isUnderWay.current = true;
    saving.mutate({
      base: from.base,
      written: written as Written<Values, Fields>,
      values: sent,
      key: keyOf([from.base, written, insists]),
      insists,
    });
  }

  /** The record as another user left it, when an edit was refused for that. */
  function currentOf(refusal: Error | null): Saved | undefined {
    return options.record?.safeParse(staleDetails(refusal)).data;
  }

  /** What a refusal says about single fields. */
  function errorsOf(refusal: Error): FieldErrors {
    if (!(refusal instanceof ApiFailure)) return NO_ERRORS;
    const errors: Record<string, string> = {};
    for (const { path, message } of refusal.issues) {
      const [root = ''] = path.split('.');
      const field = options.fieldOf?.[path] ?? options.fieldOf?.[root] ?? root;
      if (field in fields) errors[field] ??= message;
    }
    return errors;
  }

  function describe(refusal: Error, isNew: boolean): FailureText {
    return options.describeFailure?.(refusal, isNew) ?? { title: refusal.message };
  }

  return {
    base,
    values,
    errors: form.errors as FieldErrors,
    found,
    opened,
    isSaving: saving.isPending,
    isRecovered,
    /** The question whether to discard the changes stands in the place of the form. */
    isLeaving,
    isDirty,
    /** Read when a page is left: once it is saved nothing is lost. */
    wouldLose: () => isDirty && !isOver.current,
    /** Another user saved first: what the choice is between. */
    compared: (current === undefined
      ? null
      : compareFields(fields, {
          start,
          theirs: valuesOf(current),
          mine: rebase(fields, { values, start, now: valuesOf(current) }),
        })) as readonly ComparedField[] | null,
    /** Why nothing was saved, unless that asks for a decision. */
    error: current === undefined ? error : null,
    /** The same in words, where no field says it. */
    failure:
      error === null || current !== undefined || isExplained
        ? null
        : describe(error, base === null),
    /** The properties of an input: label, value, error and what changes it. */
    input: (field: keyof Values & string) => ({
      label: fields[field].label,
      required: fields[field].missing !== undefined,
      autoComplete: 'off',
      readOnly: saving.isPending,
      ...form.getInputProps(field),
    }),
    /** Those of an input that holds a part of a field. */
    part: (path: `${keyof Values & string}.${string}`) => ({
      autoComplete: 'off',
      readOnly: saving.isPending,
      ...form.getInputProps(path),
    }),
    /** Those of a checkbox or a switch. */
    toggle: (field: keyof Values & string) => ({
      label: fields[field].label,
      disabled: saving.isPending,
      ...form.getInputProps(field, { type: 'checkbox' }),
    }),
    edit: (next: Partial<Values>) => {
      for (const [field, value] of Object.entries(next)) {
        form.setFieldValue(field, value as never);
        const parts = Object.keys(form.errors).filter((path) => path.startsWith(`${field}.`));
        for (const part of parts) form.clearFieldError(part);
      }
    },
    setError: (field: keyof Values & string, message: string) => form.setFieldError(field, message),
    /** Errors that a refusal means, where its issues do not say so; the first one takes the focus. */
    fault,
    /** Of a page: a toast in the place of the last one. */
    warn: alert.tell,
    /** What was saved, of a form that stays open. */
    saved,
    submit: () => submit(false),
    /** After a warning: saves all the same. */
    insist: () => submit(true),
    /** Closes, or asks first when something would be lost; closing the question leads back. */
    close: () => {
      if (saving.isPending) return;
      if (isDirty) setLeaving(!isLeaving);
      else finish();
    },
    stay: () => setLeaving(false),
    discard: finish,
    /** What stood in the way is gone, or is not what was refused. */
    forgetFailure: saving.reset,
    takeCurrent: () => {
      if (current !== undefined) begin({ base: current, start: valuesOf(current) });
    },
    keepMine: () => {
      if (current === undefined) return;
      const next = { base: current, start: valuesOf(current) };
      const mine = rebase(fields, { values, start, now: next.start });
      begin(next, mine);
      submit(false, next, mine);
    },
  };
}

export type RecordForm<Values extends object, Base> = ReturnType<
  typeof useRecordForm<Values, Base>
>;
