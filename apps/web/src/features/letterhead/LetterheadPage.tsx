import { Skeleton, TextInput } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import {
  type Letterhead,
  letterheadData,
  letterhead as letterheadSchema,
} from '@simiente/contract/letterhead/calls';
import { letterheadFields } from '@simiente/contract/letterhead/fields';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, showAnswer, useAnswer } from '../../lib/api/client.ts';
import { upload } from '../../lib/api/upload.ts';
import { rescueFocus } from '../../ui/focus.ts';
import { FormGrid, FormSection, WholeRow } from '../../ui/form/FormSection.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { ACCEPTED_IMAGES, LogoInput, logoField } from '../files/public.ts';
import { defineFields, orNull, RecordPage, useRecordForm } from '../record-form/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';

const TITLE = 'Membrete';

/** /membrete: the clinic's data that its documents show. */
export function LetterheadPage() {
  const query = useAnswer(queries.letterhead.getOne, {
    input: {},
    select: ({ letterhead }) => letterhead,
    // An edit must begin with the current letterhead, not with a cached one.
    staleTime: 0,
  });
  const { data, isFetchedAfterMount } = query;
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      {data !== undefined && isFetchedAfterMount ? (
        <LetterheadForm letterhead={data} />
      ) : (
        <>
          <PageHeader title={TITLE} />
          {query.isError ? (
            <LoadError title="No se pudo cargar el membrete" queries={[query]} />
          ) : (
            <Skeleton height={300} radius={12} />
          )}
        </>
      )}
    </>
  );
}

const fields = defineFields<Letterhead>()({
  name: {
    label: 'Nombre de la clínica',
    missing: 'Escribe el nombre de la clínica.',
    rule: letterheadFields.name,
  },
  address: { label: 'Domicilio', read: orNull, rule: letterheadFields.address },
  licence: {
    label: 'Licencia sanitaria o aviso de funcionamiento',
    read: orNull,
    rule: letterheadFields.licence,
  },
  logo: { label: 'Logotipo', ...logoField },
});

/** After a save, the form restarts from the saved letterhead, whose version is its key. */
function LetterheadForm({ letterhead }: { letterhead: Letterhead | null }) {
  const [current, setCurrent] = useState(letterhead);
  // After a save, the form with the pressed button has been unmounted.
  useDidUpdate(() => rescueFocus(document.querySelector('h1')), [current]);
  return <LetterheadInputs key={current?.version ?? 0} letterhead={current} onSaved={setCurrent} />;
}

interface LetterheadInputsProps {
  letterhead: Letterhead | null;
  onSaved: (saved: Letterhead) => void;
}

function LetterheadInputs({ letterhead, onSaved }: LetterheadInputsProps) {
  const navigate = useNavigate();
  const form = useRecordForm({
    fields,
    page: { record: letterhead },
    record: letterheadSchema,
    save: async ({ base, payload, values, options }) => {
      const { name, address, licence } = payload as Partial<typeof payload>;
      const { logo } = values;
      return upload({
        method: 'PUT',
        path: '/v1/letterhead/update',
        fields: {
          name,
          address: address === null ? '' : address,
          licence: licence === null ? '' : licence,
          logo_removed: base?.logo != null && logo === null ? 'true' : undefined,
          version: String(base?.version ?? 0),
        },
        files: { logo: logo instanceof File ? logo : undefined },
        ...options.context,
        read: (data) => letterheadData.parse(data).letterhead,
      });
    },
    show: (saved) =>
      showAnswer(queries.letterhead.getOne.queryKey({ input: {} }), { letterhead: saved }),
    onDone: (saved: Letterhead | null) => {
      if (saved === null) return;
      notifySuccess('Membrete guardado');
      onSaved(saved);
    },
  });
  const { base } = form;
  return (
    <>
      <PageHeader
        title={TITLE}
        context={
          base === null ? (
            'Todavía no hay membrete: los documentos salen sin los datos de la clínica.'
          ) : (
            <>
              Cambió <DateText value={base.changedAt} />
              {base.changedBy !== null && `, por ${base.changedBy}`}
            </>
          )
        }
      />
      <RecordPage
        form={form}
        label={TITLE}
        submitLabel="Guardar"
        onCancel={() => void navigate({ to: '/home' })}
      >
        <FormSection
          title="Datos de la clínica"
          reason="Encabezan los informes firmados. Los cambios no afectan los documentos ya firmados."
        >
          <FormGrid columns={2}>
            <WholeRow>
              <TextInput {...form.input('name')} maxLength={220} />
            </WholeRow>
            <WholeRow>
              <TextInput {...form.input('address')} maxLength={320} />
            </WholeRow>
            <TextInput {...form.input('licence')} maxLength={140} />
          </FormGrid>
        </FormSection>
        <FormSection title="Logotipo" reason={ACCEPTED_IMAGES}>
          <FormGrid columns={3}>
            <LogoInput
              label="Logotipo"
              required={false}
              value={form.values.logo}
              error={form.errors.logo}
              readOnly={form.isSaving}
              onChange={(logo) => form.edit({ logo })}
              onReject={(reason) => form.setError('logo', reason)}
            />
          </FormGrid>
        </FormSection>
      </RecordPage>
    </>
  );
}
