import type { Delivery, PatientDeliveries } from '@simiente/contract/deliveries/calls';
import { staffSeeBoth } from '@simiente/contract/deliveries/words';
import { reportKindWords } from '@simiente/contract/reports/states';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { api, queries, useAnswer } from '../../lib/api/client.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { lazyForm } from '../../lib/lazy-on-use.ts';
import { Button, type ButtonProps } from '../../ui/buttons/Button.tsx';
import { focusElement, rescueFocusAfterReturn } from '../../ui/focus.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { RecordSection, SectionRows } from '../../ui/page/record-sections.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { useCan } from '../session/public.ts';
import type { DeliverRequest } from './DeliverDialog.tsx';
import classes from './DeliveryRow.module.css';
import {
  deliveryStatus,
  describeOpens,
  describeWays,
  formatCode,
  refreshDeliveries,
  showDeliveries,
} from './delivery-words.ts';

/** The patient's deliveries and deliverable reports; nothing is loaded for an account that may not deliver. */
function useDeliveries(idUser: string) {
  return useAnswer(queries.deliveries.ofPatient, {
    input: { idUser },
    enabled: useCan()('reports.deliver'),
  });
}

/** 'Informes entregados' of a patient with a signed report; renders nothing for other patients. */
export function DeliverySection({ idUser, name }: { idUser: string; name: string }) {
  const query = useDeliveries(idUser);
  const { data: facts } = query;
  if (facts === undefined && !query.isError) return null;
  if (facts && facts.deliveries.length + facts.deliverable.length === 0) return null;
  const count = facts?.deliveries.length ?? 0;
  return (
    <RecordSection
      id="entregas"
      title="Informes entregados"
      count={count > 0 ? pluralize(count, ['entrega', 'entregas']) : null}
      action={facts && <DeliverButton idUser={idUser} name={name} facts={facts} />}
    >
      <SectionRows
        query={query}
        rows={facts?.deliveries}
        failure="No se pudieron cargar las entregas"
        empty={
          <p className={classes.none}>Este paciente todavía no recibe ningún informe firmado.</p>
        }
      >
        {(delivery) => (
          <DeliveryRow key={delivery.idDelivery} idUser={idUser} delivery={delivery} />
        )}
      </SectionRows>
    </RecordSection>
  );
}

interface DeliveryRowProps {
  idUser: string;
  delivery: Delivery;
}

function DeliveryRow({ idUser, delivery }: DeliveryRowProps) {
  const { kind, number, createdAt, createdBy, expiresAt, requestedAt, state } = delivery;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.first}>
          {reportKindWords[kind]}, versión {number}
        </p>
        <p className={classes.second}>
          {describeWays(delivery)} · <DateText value={createdAt} hour />
          {createdBy !== null && `, ${createdBy}`}
        </p>
        {requestedAt !== null && (
          <p className={classes.asked}>
            El paciente pidió otro enlace <DateText value={requestedAt} hour />
          </p>
        )}
      </div>
      <p className={classes.status}>
        <StatusPill {...deliveryStatus(delivery)} />
        {state === 'open' && (
          <span className={classes.until}>
            Vence <DateText value={expiresAt} hour />
          </span>
        )}
      </p>
      <p className={classes.facts}>{describeOpens(delivery)}</p>
      <Actions idUser={idUser} delivery={delivery} />
    </li>
  );
}

/** Sends a change, and shows the deliveries of the answer, or the reason of a failure. */
function useDeliveryChange(idUser: string, failure: string, done: string) {
  return useToastMutation(failure, {
    mutationFn: (change: () => Promise<{ data: PatientDeliveries }>) => change(),
    onSuccess: async ({ data }) => {
      await showDeliveries(idUser, data);
      notifySuccess(done);
      // The pressed button was removed.
      rescueFocusAfterReturn();
    },
  });
}

function Actions({ idUser, delivery }: DeliveryRowProps) {
  const { idDelivery, state, linkBy, codeBy, requestedAt } = delivery;
  const seesCode = useCan()('reports.read') || !staffSeeBoth(linkBy, codeBy);
  const [isAsking, setAsking] = useState(false);
  const { optionsFor } = useRequestKey();
  const getOptions = (act: string) => optionsFor([idDelivery, act, requestedAt]);
  const revoking = useDeliveryChange(idUser, 'No se pudo cerrar el enlace', 'Enlace cerrado');
  const handling = useDeliveryChange(idUser, 'No se pudo guardar', 'Solicitud atendida');
  return (
    <div className={classes.actions}>
      {state === 'open' && codeBy !== 'email' && seesCode && <ShownCode idDelivery={idDelivery} />}
      {state === 'open' && (
        <Button kind="subtle" size="xs" onClick={() => setAsking(true)}>
          Cerrar enlace
        </Button>
      )}
      {requestedAt !== null && (
        <Button
          kind="default"
          size="xs"
          loading={handling.isPending}
          onClick={() =>
            handling.mutate(() =>
              api.deliveries.handleRequest({ idDelivery }, getOptions('handle')),
            )
          }
        >
          Marcar atendida
        </Button>
      )}
      <Confirmation
        opened={isAsking}
        title="Cerrar enlace"
        question="¿Cerrar el enlace de este informe?"
        note="El paciente ya no podrá abrirlo. Conservará los archivos que haya descargado."
        confirmLabel="Cerrar enlace"
        kind="danger"
        busy={revoking.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          revoking.mutate(() => api.deliveries.revoke({ idDelivery }, getOptions('revoke')), {
            onSettled: () => setAsking(false),
          })
        }
      />
    </div>
  );
}

/** Shows the code on demand, so that the user can tell it to the patient again. */
function ShownCode({ idDelivery }: { idDelivery: string }) {
  const reading = useToastMutation('No se pudo mostrar el código', {
    mutationFn: () => api.deliveries.showCode({ idDelivery }),
  });
  if (reading.data) {
    // The code replaces the focused button.
    return (
      <output ref={focusElement} className={classes.code}>
        {formatCode(reading.data.data.code)}
      </output>
    );
  }
  return (
    <Button kind="default" size="xs" loading={reading.isPending} onClick={() => reading.mutate()}>
      Ver código
    </Button>
  );
}

const DeliverDialog = lazyForm(() => import('./DeliverDialog.tsx'));

interface DeliverButtonProps {
  idUser: string;
  name: string;
  facts: PatientDeliveries;
  /** The only version to deliver; by default any of the patient's. */
  idVersion?: string;
  /** Whether the caller knows that the version may not be delivered, before `facts` are fetched again. */
  isStopped?: boolean;
  size?: ButtonProps['size'];
}

/** 'Entregar', and its dialog; absent without a signed report in force. */
function DeliverButton(props: DeliverButtonProps) {
  const { idUser, name, facts, idVersion, size, isStopped = false } = props;
  const [requested, setRequested] = useState<DeliverRequest | null>(null);
  const deliverable = facts.deliverable.filter(
    (version) => idVersion === undefined || version.idVersion === idVersion,
  );
  const isDeliverable = deliverable.length > 0;
  const isPaused = isStopped || (isDeliverable && deliverable.every((version) => version.isPaused));
  // The dialog of the delivery stays open although nothing is left to deliver.
  if (!isDeliverable && requested === null) return null;

  function open() {
    setRequested({ record: null });
    // Another tab or user may have added the birth date or the consent.
    if (facts.lacksBirthDate || facts.consentWithdrawn) void refreshDeliveries(idUser);
  }

  return (
    <>
      <Button
        kind="default"
        {...(size !== undefined && { size })}
        icon={IconSend}
        disabled={isPaused}
        disabledReason="Cambió un dato que cita el informe. Un médico lo corrige o confirma que sigue siendo válido."
        onClick={open}
      >
        Entregar
      </Button>
      <DeliverDialog
        idUser={idUser}
        name={name}
        facts={facts}
        idVersion={idVersion}
        requested={requested}
      />
    </>
  );
}

/** 'Entregar' beside a version of a report; absent if that version cannot be delivered. */
export function DeliverVersion(props: Omit<DeliverButtonProps, 'facts' | 'size'>) {
  const { data: facts } = useDeliveries(props.idUser);
  return facts && <DeliverButton {...props} facts={facts} size="compact-sm" />;
}
