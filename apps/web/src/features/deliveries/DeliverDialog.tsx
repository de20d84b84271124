import { Checkbox, Select, TextInput } from '@mantine/core';
import {
  agreement,
  type Delivery,
  type PatientDeliveries,
} from '@simiente/contract/deliveries/calls';
import {
  areSeparateWays,
  type CodeWay,
  channelConsent,
  codeWayNames,
  codeWays,
  type LinkWay,
  linkWayNames,
  linkWays,
  staffSeeBoth,
} from '@simiente/contract/deliveries/words';
import { reportKindWords } from '@simiente/contract/reports/states';
import { IconCopy } from '@tabler/icons-react';
import { api } from '../../lib/api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusOnMount } from '../../ui/focus.ts';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { copyText } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { useCan } from '../session/public.ts';
import classes from './DeliverDialog.module.css';
import { formatCode, refreshDeliveries } from './delivery-words.ts';

/** A new delivery. Its link is shown only once; its code can be shown again. */
interface NewDelivery extends Delivery {
  readonly link: string | null;
  readonly code: string | null;
}

const fields = defineFields<NewDelivery>()({
  idVersion: { label: 'Informe' },
  linkBy: { label: 'Cómo recibe el enlace', initial: 'hand' as LinkWay },
  codeBy: { label: 'Cómo recibe el código', initial: 'voice' as CodeWay },
  consented: { label: channelConsent.text, rule: agreement, initial: false },
});

export type DeliverRequest = FormRequest<FieldValues<typeof fields>, NewDelivery>;

interface DeliverDialogProps {
  idUser: string;
  name: string;
  facts: PatientDeliveries;
  /** The chosen version; by default the first one. */
  idVersion?: string | undefined;
  requested: DeliverRequest | null;
}

/** 'Entregar informe': asks for two different channels, for the link and for the code; then shows what is not mailed. */
export default function DeliverDialog(props: DeliverDialogProps) {
  const { idUser, name, facts, idVersion, requested } = props;
  const { email, sendsMail, lacksBirthDate, consentWithdrawn } = facts;
  const deliverable = facts.deliverable.filter(({ isPaused }) => !isPaused);
  const goesByMail = sendsMail && email !== null && email !== '';
  const seesBoth = useCan()('reports.read');
  const listCodeWays = (linkBy: LinkWay) =>
    codeWays.filter(
      (way) =>
        areSeparateWays(linkBy, way) &&
        (way !== 'email' || goesByMail) &&
        (seesBoth || !staffSeeBoth(linkBy, way)),
    );
  const form = useRecordForm({
    fields,
    initial: {
      idVersion: idVersion ?? deliverable[0]?.idVersion ?? '',
      linkBy: goesByMail ? 'email' : 'hand',
    },
    requested,
    staysOpen: true,
    save: async ({ values: { consented: _, ...values }, options }) => {
      const { data } = await api.deliveries.create({ ...values, consented: true }, options);
      return { ...data.delivery, link: data.link, code: data.code };
    },
    show: () => refreshDeliveries(idUser),
  });
  const { values, saved } = form;
  const chosenVersion = deliverable.find((version) => version.idVersion === values.idVersion);
  const obstacle = lacksBirthDate
    ? 'Falta la fecha de nacimiento. El paciente la necesita para abrir su informe. Agrégala con «Editar» en su página y vuelve a entregarlo.'
    : consentWithdrawn
      ? 'El paciente retiró su consentimiento. Registra uno nuevo antes de entregarle su informe.'
      : !seesBoth && !goesByMail
        ? `${whyNoMail(sendsMail)} Tu cuenta no puede leer este informe, así que no puede tener a la vez su enlace y su código. Pide a un médico que lo entregue.`
        : null;
  return (
    <RecordModal
      form={form}
      title={saved ? 'Informe entregado' : 'Entregar informe'}
      submitLabel="Entregar"
      lead={
        chosenVersion
          ? `${name} · ${reportKindWords[chosenVersion.kind]}, versión ${chosenVersion.number}`
          : name
      }
      override={
        saved ? (
          <DeliveredLink delivery={saved} onClose={form.close} />
        ) : (
          obstacle !== null && (
            <>
              <p className={classes.words}>{obstacle}</p>
              <FormActions>
                <Button data-autofocus onClick={form.close}>
                  Entendido
                </Button>
              </FormActions>
            </>
          )
        )
      }
    >
      {deliverable.length > 1 && (
        <Select
          {...form.input('idVersion')}
          allowDeselect={false}
          data={deliverable.map(({ idVersion: value, kind, number }) => ({
            value,
            label: `${reportKindWords[kind]} (versión ${number})`,
          }))}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <Select
        {...form.input('linkBy')}
        data-autofocus
        allowDeselect={false}
        description={goesByMail ? `Su correo es ${email}.` : whyNoMail(sendsMail)}
        data={linkWays.map((way) => ({
          value: way,
          label: linkWayNames[way],
          disabled: way === 'email' && !goesByMail,
        }))}
        onChange={(way) => {
          const linkBy = way as LinkWay;
          const offered = listCodeWays(linkBy);
          const codeBy = offered.includes(values.codeBy) ? values.codeBy : offered[0];
          form.edit({ linkBy, codeBy });
        }}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        {...form.input('codeBy')}
        allowDeselect={false}
        description="Seis dígitos que se envían por un medio distinto al del enlace."
        data={listCodeWays(values.linkBy).map((way) => ({ value: way, label: codeWayNames[way] }))}
        comboboxProps={{ withinPortal: false }}
      />
      <Checkbox {...form.toggle('consented')} />
    </RecordModal>
  );
}

const whyNoMail = (sendsMail: boolean) =>
  sendsMail ? 'El paciente no tiene correo registrado.' : 'Esta instalación no envía correos.';

/** Link and code of the new delivery, as far as they were not mailed. */
function DeliveredLink({ delivery, onClose }: { delivery: NewDelivery; onClose: () => void }) {
  const { link, code, codeBy, expiresAt } = delivery;
  // Without a configured address the link is only a path.
  const address = new URL(link ?? '/', location.origin).href;
  return (
    <div className={classes.handed}>
      {link === null ? (
        <p className={classes.words}>El enlace se enviará por correo en un par de minutos.</p>
      ) : (
        <div className={classes.link}>
          <QrCode value={address} size={148} title="Código QR del enlace" />
          <div className={classes.manual}>
            <p className={classes.words}>
              El paciente lo escanea con su teléfono, o le entregas este enlace:
            </p>
            <TextInput
              ref={focusOnMount}
              aria-label="Enlace"
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
            />
          </div>
        </div>
      )}
      {code === null ? (
        <p className={classes.words}>El código se enviará por correo en un par de minutos.</p>
      ) : (
        <p className={classes.words}>
          {codeBy === 'voice' ? 'Dile este código al paciente:' : 'Escríbele este código:'}{' '}
          <output className={classes.code}>{formatCode(code)}</output>
        </p>
      )}
      <p className={classes.note}>
        Para abrirlo se pide también su fecha de nacimiento. El enlace vence el{' '}
        <DateText value={expiresAt} hour />; después de cinco intentos fallidos se cierra.
      </p>
      <FormActions>
        {link !== null && (
          <Button
            kind="default"
            icon={IconCopy}
            onClick={() => void copyText(address, 'el enlace')}
          >
            Copiar enlace
          </Button>
        )}
        <Button {...(link === null && { ref: focusOnMount })} onClick={onClose}>
          Listo
        </Button>
      </FormActions>
    </div>
  );
}
