import { Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import type { Consent } from '@simiente/contract/consents/calls';
import {
  type ConsentWay,
  consentFields,
  consentWayNames,
  consentWays,
  withdrawalReason,
} from '@simiente/contract/consents/fields';
import {
  type ConsentPurpose,
  consentPurposeNames,
  consentPurposes,
  consentTexts,
} from '@simiente/contract/consents/texts';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { Prospect } from '@simiente/contract/prospects/calls';
import { useState } from 'react';
import { api, invalidate, queries, showAnswer } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { ScrollRegion } from '../../ui/page/ScrollRegion.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useReasonForm,
  useRecordForm,
} from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './ConsentDialog.module.css';

/** The patient's consents, which both forms save. */
type Consents = readonly Consent[];

const recordFields = defineFields<Consents>()({
  purposes: {
    label: 'Para qué lo otorgó',
    missing: 'Elige para qué lo otorgó.',
    initial: [] as ConsentPurpose[],
    rule: consentFields.purposes,
  },
  givenOn: {
    label: 'Fecha en que lo otorgó',
    missing: 'Escribe la fecha.',
    rule: consentFields.givenOn,
  },
  way: {
    label: 'Forma',
    missing: 'Elige cómo lo otorgó.',
    rule: consentFields.way,
    initial: '' as ConsentWay | '',
  },
});

const newestText = consentTexts.at(-1) ?? consentTexts[0];

interface ConsentDialogProps {
  patient: { readonly idUser: string; readonly name: string };
  /** Newest first. */
  consents: readonly Consent[];
  landing: readonly NonNullable<Prospect['consent']>[];
  /** Whether the user may withdraw consents. */
  mayEdit: boolean;
  requested: Pick<FormRequest<never, Consents>, 'record'> | null;
}

const filterInForce = (consents: Consents) =>
  consents.filter(({ withdrawnAt }) => withdrawnAt === null);

type ConsentAction = 'record' | Consent | null;

/** Records consents, or shows those in force, which can be withdrawn one by one. */
export default function ConsentDialog(props: ConsentDialogProps) {
  const toShown = () => {
    const current = filterInForce(props.consents);
    const act = (current.length === 0 ? 'record' : null) as ConsentAction;
    return { requested: props.requested, current, act };
  };
  // Computed once per request, so that the dialog does not change while it closes.
  const [shown, setShown] = useState(toShown);
  if (shown.requested !== props.requested) setShown(toShown());
  return shown.act === 'record' ? (
    <RecordConsent {...props} />
  ) : (
    <WithdrawConsent
      {...props}
      current={shown.current}
      withdrawn={shown.act}
      onAction={(act) => setShown({ ...shown, act })}
    />
  );
}

function consentCache(idUser: string) {
  const queryKey = queries.consents.list.queryKey({ input: { idUser } });
  return {
    show: (consents: Consents) => showAnswer(queryKey, { consents: [...consents] }),
    // Another user may have changed the consents.
    refresh: () => void invalidate(queryKey),
  };
}

function RecordConsent({ patient, consents, landing, requested }: ConsentDialogProps) {
  const { idUser, name } = patient;
  const today = dayIn(useClinicTimeZone(), new Date());
  const { show, refresh } = consentCache(idUser);
  const covered = filterInForce(consents).map(({ purpose }) => purpose);
  const missing = consentPurposes.filter((purpose) => !covered.includes(purpose));
  const form = useRecordForm({
    fields: recordFields,
    initial: {
      purposes: missing.filter((purpose) => purpose === 'health_data'),
      givenOn: today,
    },
    requested,
    save: async ({ payload, options }) => {
      const input = { idUser, version: newestText.version, ...payload };
      const answer = await api.consents.record(input, options);
      return answer.data.consents;
    },
    show,
    onDone: (saved: Consents | null) => saved && notifySuccess('Consentimiento registrado'),
    onRejected: refresh,
    describeFailure: (error) => ({ title: describeFailure(error) }),
  });
  return (
    <RecordModal
      form={form}
      title="Registrar consentimiento"
      lead={name}
      submitLabel="Registrar consentimiento"
    >
      <Checkbox.Group {...form.input('purposes')} value={form.values.purposes} mb="sm">
        <Stack gap="xs">
          {missing.map((purpose) => (
            <Checkbox key={purpose} value={purpose} label={consentPurposeNames[purpose]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ConsentText purposes={form.values.purposes} />
      <FormGrid columns={2}>
        <DateField {...form.input('givenOn')} value={form.values.givenOn} max={today} />
        <Select
          {...form.input('way')}
          data-autofocus
          allowDeselect={false}
          data={consentWays.map((way) => ({ value: way, label: consentWayNames[way] }))}
          value={form.values.way || null}
          comboboxProps={{ withinPortal: false }}
        />
      </FormGrid>
      <History consents={consents} landing={landing} />
    </RecordModal>
  );
}

/** The server's message about this patient is more exact than the text of the error code. */
function describeFailure(error: Error): string {
  const [issue] = error instanceof ApiFailure && error.code === 'CONFLICT' ? error.issues : [];
  return issue?.message ?? error.message;
}

interface WithdrawConsentProps extends ConsentDialogProps {
  current: Consents;
  withdrawn: Consent | null;
  onAction: (act: ConsentAction) => void;
}

function WithdrawConsent(props: WithdrawConsentProps) {
  const { patient, consents, current, withdrawn, landing, mayEdit, requested } = props;
  const { idUser, name } = patient;
  const { show, refresh } = consentCache(idUser);
  const form = useReasonForm<Consents>({
    rule: withdrawalReason,
    requested,
    save: async ({ payload: { reason }, options }) => {
      const answer = await api.consents.withdraw(
        { idUser, purpose: withdrawn?.purpose ?? 'health_data', reason },
        options,
      );
      return answer.data.consents;
    },
    show,
    onDone: (saved) => saved && notifySuccess('Consentimiento retirado'),
    onRejected: refresh,
    describeFailure: (error) => ({ title: describeFailure(error) }),
  });
  return (
    <RecordModal
      form={form}
      title={withdrawn ? 'Retirar consentimiento' : 'Consentimientos'}
      lead={name}
      submitLabel="Retirar consentimiento"
      submitKind="danger"
      cancelLabel="Conservar"
      override={
        !withdrawn && (
          <>
            {current.map((consent) => (
              <section key={consent.purpose} aria-label={consentPurposeNames[consent.purpose]}>
                <div className={classes.purpose}>
                  <h3 className={classes.title}>{consentPurposeNames[consent.purpose]}</h3>
                  {mayEdit && (
                    <Button kind="subtle" size="xs" onClick={() => props.onAction(consent)}>
                      Retirar consentimiento
                    </Button>
                  )}
                </div>
                <p className={classes.given}>{describeConsent(consent)}</p>
              </section>
            ))}
            <ConsentText purposes={current.map(({ purpose }) => purpose)} />
            <History consents={consents} landing={landing} />
            <FormActions
              leftAction={
                mayEdit &&
                current.length < consentPurposes.length && (
                  <Button kind="subtle" onClick={() => props.onAction('record')}>
                    Registrar otro
                  </Button>
                )
              }
            >
              <Button data-autofocus onClick={form.close}>
                Cerrar
              </Button>
            </FormActions>
          </>
        )
      }
    >
      {withdrawn && (
        <p className={classes.given}>
          {consentPurposeNames[withdrawn.purpose]}: {describeConsent(withdrawn)} Lo que se hizo
          antes sigue siendo válido y el expediente se conserva.
        </p>
      )}
      <Textarea {...form.input('reason')} data-autofocus rows={3} maxLength={600} />
    </RecordModal>
  );
}

function describeConsent({ way, givenOn, version, recordedBy }: Consent): string {
  const who = recordedBy === null ? '' : ` Lo registró ${recordedBy}.`;
  return `${consentWayNames[way]} el ${describeCalendarDay(givenOn)} (versión ${version}).${who}`;
}

function ConsentText({ purposes }: { purposes: readonly ConsentPurpose[] }) {
  const { texts, version } = newestText;
  if (purposes.length === 0) return null;
  return (
    <ScrollRegion className={classes.text} aria-label={`Texto, versión ${version}`}>
      {purposes
        .flatMap((purpose) => texts[purpose].split('\n\n'))
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
    </ScrollRegion>
  );
}

/** Withdrawn consents, and those from the landing page. */
function History({ consents, landing }: Pick<ConsentDialogProps, 'consents' | 'landing'>) {
  const withdrawn = consents.filter(({ withdrawnAt }) => withdrawnAt !== null);
  if (withdrawn.length === 0 && landing.length === 0) return null;
  return (
    <section className={classes.history} aria-label="Historial">
      <h3 className={classes.title}>Historial</h3>
      <ul>
        {withdrawn.map((consent) => (
          <li key={`${consent.purpose} ${consent.recordedAt}`}>
            {consentPurposeNames[consent.purpose]}: {describeConsent(consent)} Retirado:{' '}
            <DateText value={consent.withdrawnAt} />
            {consent.withdrawnBy !== null && ` por ${consent.withdrawnBy}`}.{' '}
            {consent.withdrawalReason}
          </li>
        ))}
        {landing.map(({ at, version }) => (
          <li key={at}>
            Como prospecto aceptó que lo contactaran: <DateText value={at} /> (versión {version}).
            No es consentimiento de datos de salud.
          </li>
        ))}
      </ul>
    </section>
  );
}
