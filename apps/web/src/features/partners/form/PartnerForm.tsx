import { Select, Switch, TextInput } from '@mantine/core';
import {
  type LogoField,
  logoFields,
  type Partner,
  partnerData,
  partner as partnerSchema,
} from '@simiente/contract/partners/calls';
import {
  partnerFields,
  suggestPartnerId,
  timeZones,
  toLogoUrl,
} from '@simiente/contract/partners/fields';
import { partnerTypes } from '@simiente/contract/partners/filters';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, invalidate, queries, showAnswer } from '../../../lib/api/client.ts';
import { upload } from '../../../lib/api/upload.ts';
import { hasEveryWord } from '../../../lib/fold.ts';
import { DuplicateNotice } from '../../../ui/duplicates/DuplicateNotice.tsx';
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx';
import { FooterNote } from '../../../ui/form/FormPage.tsx';
import { FormGrid, FormSection, WholeRow } from '../../../ui/form/FormSection.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { UploadProgress } from '../../../ui/page/UploadProgress.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { ACCEPTED_IMAGES, LogoInput, ONLY_IMAGES } from '../../files/public.ts';
import {
  type RecordForm,
  RecordPage,
  toExisting,
  useDuplicates,
  useRecordForm,
} from '../../record-form/public.ts';
import { changeRows } from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { partnerList } from '../partner-list.ts';
import { PartnerTypeTag } from '../partner-words.tsx';
import {
  countryNames,
  describeFailure,
  examChoices,
  fields,
  getAlert,
  type PartnerValues,
} from './partner-values.ts';

interface PartnerFormProps {
  /** The partner to edit, in the version that the page opened; null for a new one. */
  partner: Partner | null;
  title: string;
  onCancel: () => void;
  /** Leaves the page; null when there was nothing to save. */
  onDone: (saved: Partner | null) => void;
  /** Opens the partner that already existed, from the form of a new one. */
  onOpen?: (partner: Partner) => void;
}

export function PartnerForm({ partner, title, onCancel, onDone, onOpen }: PartnerFormProps) {
  const form = usePartnerForm(partner, onDone);
  const { base, values, duplicates } = form;
  const isNew = base === null;
  const clinicTimeZone = useClinicTimeZone();
  return (
    <>
      <PageHeader title={title} context="Los campos marcados con * son obligatorios." />
      <RecordPage
        form={form}
        label={title}
        submitLabel="Guardar"
        cancelLabel="CANCELAR"
        onCancel={onCancel}
        existing={toExisting(duplicates.duplicates, (likeliest) =>
          form.leave(() => onOpen?.(likeliest), likeliest.matched),
        )}
        note={
          form.isSaving &&
          form.share !== undefined && (
            <FooterNote>
              <UploadProgress label={title} share={form.share} onCancel={form.cancel} />
            </FooterNote>
          )
        }
      >
        <FormSection
          title="Información general"
          reason="Los datos con los que el partner aparece en Simiente y en su landing."
        >
          <FormGrid columns={2}>
            <TextInput {...form.input('name')} maxLength={300} />
            <TextInput
              {...form.input('id')}
              maxLength={60}
              autoCapitalize="none"
              spellCheck={false}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder={isNew ? suggestPartnerId(values.name) : undefined}
              description={
                isNew
                  ? 'Si lo dejas vacío, se genera a partir del nombre.'
                  : 'No se puede cambiar: es la dirección del partner.'
              }
              readOnly={form.isSaving || !isNew}
            />
            <Select
              {...form.input('country')}
              searchable
              allowDeselect={false}
              maxDropdownHeight={264}
              nothingFoundMessage="Sin coincidencias"
              data={withCurrent(countryNames, values.country)}
              filter={({ options, search }) =>
                options.filter((option) => 'label' in option && hasEveryWord(option.label, search))
              }
              value={values.country || null}
            />
            <Select
              {...form.input('type')}
              allowDeselect={false}
              data={withCurrent(partnerTypes, values.type)}
              value={values.type || null}
            />
            {values.type === 'Laboratorio' && (
              <WholeRow>
                <Select
                  {...form.input('timeZone')}
                  searchable
                  clearable
                  nothingFoundMessage="Sin coincidencias"
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  description="De las horas que su sistema envía sin zona. Si no eliges una, se usa la de la clínica."
                  placeholder={clinicTimeZone}
                  data={timeZones}
                  value={values.timeZone || null}
                />
              </WholeRow>
            )}
            <WholeRow>
              <TextInput
                {...form.input('website')}
                type="url"
                inputMode="url"
                maxLength={2100}
                autoCapitalize="none"
                spellCheck={false}
              />
            </WholeRow>
            <WholeRow>
              <DuplicateNotice
                title="Es posible que este partner ya exista"
                isWarned={duplicates.isWarned}
                items={duplicates.duplicates.map(duplicateItem)}
              />
            </WholeRow>
            <WholeRow>
              <Switch
                {...form.toggle('utm')}
                description="El partner tiene un enlace propio para identificar a quienes llegan por él."
              />
            </WholeRow>
          </FormGrid>
        </FormSection>
        <FormSection
          title="Imágenes"
          reason="Solo archivos de imagen: PNG, JPEG o WebP, de 5 MB como máximo."
        >
          <FormGrid columns={3}>
            {logoFields.map((field) => (
              <PartnerLogoInput key={field} form={form} field={field} />
            ))}
          </FormGrid>
        </FormSection>
        <FormSection
          title="Estudios disponibles"
          reason="Los estudios que este partner realiza. Elige al menos uno."
        >
          <ChoiceCards
            label="Estudios disponibles"
            choices={examChoices(base)}
            selected={values.exams}
            error={form.errors.exams}
            readOnly={form.isSaving}
            onChange={(exams) => form.edit({ exams })}
          />
        </FormSection>
      </RecordPage>
    </>
  );
}

interface PartnerLogoInputProps {
  form: Pick<
    RecordForm<PartnerValues, Partner>,
    'input' | 'values' | 'base' | 'errors' | 'isSaving' | 'edit' | 'setError' | 'warn'
  >;
  field: LogoField;
}

/** One of the partner's images. The image of the login is required: it can be replaced, not removed. */
function PartnerLogoInput({ form, field }: PartnerLogoInputProps) {
  const { label, required } = form.input(field);
  return (
    <LogoInput
      label={label}
      required={required}
      value={form.values[field]}
      saved={field === 'logo_app_login' ? (form.base?.logo_app_login ?? null) : null}
      error={form.errors[field]}
      readOnly={form.isSaving}
      onChange={(value) => form.edit({ [field]: value })}
      onReject={(reason) => {
        form.setError(field, reason);
        if (reason === ONLY_IMAGES) form.warn(ONLY_IMAGES, { detail: ACCEPTED_IMAGES });
      }}
    />
  );
}

/** The options of a select, and the record's value if it is an imported one that they lack. */
function withCurrent(options: readonly string[], current: string): readonly string[] {
  return current === '' || options.includes(current) ? options : [current, ...options];
}

/** The record form of a partner, which saves by an upload with progress that can be cancelled. */
function usePartnerForm(partner: Partner | null, onDone: (saved: Partner | null) => void) {
  /** Uploaded share from 0 to 1; undefined before the upload, when saving cannot be cancelled. */
  const [share, setShare] = useState<number>();
  const controller = useRef(new AbortController());
  const form = useRecordForm({
    fields,
    page: { record: partner },
    record: partnerSchema,
    save: async ({ base, payload, values, options, isConfirmed }) => {
      setShare(undefined);
      if (base === null && !isConfirmed && !(await duplicates.confirmNoDuplicates())) return null;
      // One controller for all requests of this attempt, so that none is repeated after a cancellation.
      controller.current = new AbortController();
      const { signal } = controller.current;
      setShare(0);
      try {
        return await upload({
          ...(base === null ? toCreation(payload) : toEdit(base, payload)),
          files: pickedFiles(values),
          ...options.context,
          onProgress: setShare,
          signal,
          read: (data) => partnerData.parse(data).partner,
        });
      } catch (error) {
        if (!signal.aborted) throw error;
        // The server may have saved the partner nevertheless.
        void invalidate(partnerList.listsKey);
        return null;
      }
    },
    show: (saved) => showPartner(saved),
    onDone: (saved, wasNew) => {
      if (saved) notifySuccess(wasNew ? 'Partner creado exitosamente' : 'Cambios guardados');
      onDone(saved);
    },
    fieldByPath: { all_exams_available: 'exams' },
    getAlert,
    describeFailure,
  });
  const duplicates = useDuplicates({
    kind: 'partner',
    input: toIdentity(form.values),
    search: api.partners.duplicates,
    enabled: form.base === null,
  });
  return { ...form, duplicates, share, cancel: () => controller.current.abort() };
}

/** The complete fields by which a duplicate can be found. */
function toIdentity({ name, website }: PartnerValues): { name?: string; website?: string } {
  const page = partnerFields.website.safeParse(website).data;
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(page !== undefined && { website: page }),
  };
}

const reasons = { name: 'Mismo nombre', website: 'Mismo sitio web' } as const;

type PossiblePartner = Partner & { readonly matched: readonly (keyof typeof reasons)[] };

function duplicateItem({ idPartner, name, type, country, website, matched }: PossiblePartner) {
  return {
    id: idPartner,
    name,
    link: <Link to="/partner/$idPartner" params={{ idPartner }} />,
    mark: <PartnerTypeTag type={type} />,
    detail: [country, website].filter(Boolean).join(' · '),
    reasons: matched.map((by) => reasons[by]),
  };
}

type PartnerPayload = Omit<PartnerValues, 'id' | LogoField> & { readonly id: string | undefined };

/** The fields that creations and edits send alike. */
function toSharedFields(payload: Partial<PartnerPayload>) {
  const { name, country, website, type, exams, utm, timeZone } = payload;
  return {
    name,
    country,
    website,
    type,
    all_exams_available: exams && JSON.stringify(exams),
    utm_available: utm?.toString(),
    timeZone,
  };
}

function toCreation(payload: PartnerPayload) {
  const { id = '', name } = payload;
  return {
    path: '/v1/partner/create_partner',
    fields: { ...toSharedFields(payload), id, logo_url: toLogoUrl(name), branches: '1' },
  };
}

function toEdit({ idPartner, version }: Partner, payload: Partial<PartnerPayload>) {
  const removed = logoFields.filter(
    (field) => (payload as Partial<Record<LogoField, unknown>>)[field] === null,
  );
  return {
    method: 'PUT' as const,
    path: '/v1/partner/update_partner',
    fields: {
      ...toSharedFields(payload),
      idPartner,
      logos_removed: removed.length === 0 ? undefined : JSON.stringify(removed),
      version: String(version),
    },
  };
}

function pickedFiles(values: PartnerValues): Record<string, File | undefined> {
  return Object.fromEntries(
    logoFields.map((field) => [field, values[field] instanceof File ? values[field] : undefined]),
  );
}

/** Replaces the partner on every screen. */
async function showPartner(saved: Partner): Promise<void> {
  const partnerKey = queries.partners.getOne.queryKey({ input: { idPartner: saved.idPartner } });
  await showAnswer(partnerKey, { partner: saved });
  changeRows(partnerList, (row) => (row.idPartner === saved.idPartner ? saved : row));
  void invalidate(partnerList.listsKey);
}
