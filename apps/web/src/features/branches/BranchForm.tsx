import { NativeSelect, Switch, TextInput } from '@mantine/core';
import {
  type Branch,
  branch as branchSchema,
  maxBranchLengths,
} from '@simiente/contract/branches/calls';
import { outsideStateWarning } from '@simiente/contract/branches/state-bounds';
import { branchTimeZones, findBranchTimeZone } from '@simiente/contract/branches/time-zones';
import { errorTable } from '@simiente/contract/common/errors';
import { branchExamNames, examCodes } from '@simiente/contract/exams/catalogue';
import { addressLine, countAddressParts } from '@simiente/contract/format/address';
import { zoneName } from '@simiente/contract/format/dates';
import type { Partner } from '@simiente/contract/partners/calls';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DuplicateNotice } from '../../ui/duplicates/DuplicateNotice.tsx';
import { type Choice, ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { FormGrid, FormSection, WholeRow } from '../../ui/form/FormSection.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { PickMap } from '../../ui/map/LazyMap.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import {
  type RecordForm,
  RecordPage,
  toExisting,
  useDuplicates,
  useRecordForm,
} from '../record-form/public.ts';
import { useClinicTimeZone, useMapTiles } from '../session/public.ts';
import classes from './BranchForm.module.css';
import { showBranch } from './branch-list.ts';
import { type BranchValues, fields, getAlert, parsePosition } from './branch-values.ts';
import { describeLinkProblem, parsePlace } from './pasted-place.ts';

interface BranchFormProps {
  partner: Pick<Partner, 'idPartner' | 'name'>;
  /** The branch to edit; null for a new one. */
  branch: Branch | null;
  title: string;
  context: ReactNode;
  submitLabel: string;
  onCancel: () => void;
  /** Null when there was nothing to save. */
  onDone: (saved: Branch | null) => void;
  /** Opens the branch that already existed, from the form of a new one. */
  onOpen?: (branch: Branch) => void;
}

/** The page that creates or edits a branch. */
export function BranchForm(props: BranchFormProps) {
  const { partner, branch, title, context, submitLabel, onCancel, onDone, onOpen } = props;
  const form = useRecordForm({
    fields,
    page: { record: branch },
    record: branchSchema,
    save: async ({ base, payload, values, options, isConfirmed }) => {
      if (base === null && !isConfirmed && !(await duplicates.confirmNoDuplicates())) return null;
      const { lat, lng, exams, ...texts } = payload;
      // Both coordinates are sent, even if only one has changed.
      const location = parsePosition(values);
      if (base === null) {
        const { idPartner, name: namePartner } = partner;
        const created = {
          ...texts,
          location: location ?? { lat, lng },
          exam_available: examCodes.filter((code) => exams.includes(code)),
          namePartner,
          partner: { id: idPartner, name: namePartner },
        };
        return (await api.branches.create(created, options)).data.newBranch;
      }
      const hasMoved = lat !== undefined || lng !== undefined;
      const edit = {
        ...texts,
        ...(hasMoved && location !== null && { location }),
        ...(exams !== undefined && { exam_available: exams }),
        idBranch: base.idBranch,
        version: base.version,
      };
      return (await api.branches.update(edit, options)).data.branch;
    },
    show: showBranch,
    onDone,
    fieldByPath: { 'location.lat': 'lat', 'location.lng': 'lng', exam_available: 'exams' },
    getAlert,
    describeFailure: (error, isNew) => ({
      title: isNew ? 'Error al crear la sucursal' : 'Error al guardar la sucursal',
      detail: error.message,
    }),
  });
  const { name, address } = form.values;
  const duplicates = useDuplicates({
    kind: `branch of ${partner.idPartner}`,
    input: {
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(address.trim() !== '' && { address: address.trim() }),
    },
    search: (typed) => api.branches.duplicates({ idPartner: partner.idPartner, ...typed }),
    enabled: form.base === null,
  });
  const area = useRef<HTMLDivElement>(null);
  const restoring = useRestorePartner(form.forgetFailure);
  const message = describeFailure(form.error);
  useEffect(() => {
    if (message !== undefined) area.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <>
      <PageHeader title={title} context={context} />
      <div ref={area} className={classes.area}>
        <FormAlert message={message}>
          {isPartnerDeleted(form.error) && (
            <div className={classes.action}>
              <Button
                kind="default"
                size="xs"
                loading={restoring.isPending}
                onClick={() => restoring.mutate(partner.idPartner)}
              >
                Restaurar partner
              </Button>
            </div>
          )}
        </FormAlert>
      </div>
      <RecordPage
        form={form}
        label={title}
        submitLabel={submitLabel}
        onCancel={onCancel}
        existing={toExisting(
          duplicates.duplicates,
          (likeliest) => form.leave(() => onOpen?.(likeliest), likeliest.matched),
          'la',
        )}
      >
        <FormSection title="Datos de la sucursal" reason="Nombre y datos de contacto.">
          <FormGrid columns={3}>
            <TextInput {...form.input('name')} maxLength={maxBranchLengths.name} />
            <TextInput {...form.input('phone')} type="tel" maxLength={maxBranchLengths.phone} />
            <TextInput
              {...form.input('website')}
              inputMode="url"
              maxLength={maxBranchLengths.website}
            />
            <Switch {...form.toggle('utm')} />
            <WholeRow>
              <DuplicateNotice
                title="Es posible que esta sucursal ya exista"
                isWarned={duplicates.isWarned}
                items={duplicates.duplicates.map(duplicateItem)}
              />
            </WholeRow>
          </FormGrid>
        </FormSection>
        <FormSection
          title="Ubicación"
          reason="Mueve el marcador en el mapa o escribe la latitud y la longitud."
        >
          <LocationFields form={form} />
        </FormSection>
        <FormSection
          title="Exámenes"
          reason="Los que se realizan en esta sucursal. Elige al menos uno."
        >
          <ChoiceCards
            label="Exámenes"
            choices={getExamChoices(form.base)}
            selected={form.values.exams}
            error={form.errors.exams}
            readOnly={form.isSaving}
            onChange={(exams) => form.edit({ exams })}
          />
        </FormSection>
      </RecordPage>
    </>
  );
}

const reasons = { name: 'Mismo nombre', address: 'Misma dirección' } as const;

type PossibleBranch = Branch & { readonly matched: readonly (keyof typeof reasons)[] };

function duplicateItem({ idBranch, name, state, address, matched }: PossibleBranch) {
  return {
    id: idBranch,
    name,
    link: <Link to="/partners/edit-branch/$idBranch" params={{ idBranch }} />,
    detail: [addressLine(address), state].filter(Boolean).join(' · '),
    reasons: matched.map((field) => reasons[field]),
  };
}

/** The exams of the catalogue, and imported ones outside of it, which can be kept or removed. */
function getExamChoices(branch: Branch | null): Choice[] {
  const catalogue = examCodes.map((code) => ({ value: code, label: branchExamNames[code], code }));
  const others = (branch?.exam_available ?? []).filter(
    (name) => !catalogue.some(({ value, label }) => value === name || label === name),
  );
  return [...catalogue, ...others.map((name) => ({ value: name, label: name }))];
}

/** The address, and the coordinates in two fields or with a pin on a map. */
function LocationFields({ form }: { form: RecordForm<BranchValues, Branch> }) {
  const partCount =
    typeof form.base?.address === 'object' ? countAddressParts(form.base.address) : 0;
  const position = parsePosition(form.values);
  const warning = outsideStateWarning(form.values.state, position);
  const coordinateInput = (name: 'lat' | 'lng') => {
    const input = form.input(name);
    return {
      ...input,
      error: describeLinkProblem(form.values[name]) ?? input.error,
      onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
        form.edit(parsePlace(value) ?? { [name]: value }),
    };
  };
  const clinicTimeZone = useClinicTimeZone();
  const { state } = form.values;
  const guess = findBranchTimeZone({ timeZone: null, state, location: position });
  return (
    <div className={classes.location}>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <TextInput
            {...form.input('address')}
            maxLength={maxBranchLengths.address}
            description={
              partCount > 1 &&
              `La dirección tiene ${partCount} partes; si la editas se guardará como un solo texto.`
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </div>
        <TextInput {...form.input('state')} maxLength={maxBranchLengths.state} />
        <TextInput {...form.input('zip')} maxLength={maxBranchLengths.zip} />
        <TextInput {...coordinateInput('lat')} inputMode="text" />
        <TextInput {...coordinateInput('lng')} inputMode="text" />
        <div className={classes.wide}>
          <NativeSelect
            {...form.input('timeZone')}
            disabled={form.isSaving}
            data={[
              { value: '', label: `Automática: ${zoneName(guess ?? clinicTimeZone)}` },
              ...branchTimeZones.map((zone) => ({ value: zone, label: zoneName(zone) })),
            ]}
          />
        </div>
        <div className={classes.wide}>
          <p className={classes.hint}>
            También puedes pegar en cualquiera de los dos las coordenadas juntas o el enlace
            completo de Google Maps, Apple Maps, OpenStreetMap, Waze o Bing.
          </p>
          <p className={classes.warning} data-tone="amber" role="status">
            {warning}
          </p>
        </div>
      </div>
      <PickMap
        label="Lugar de la sucursal"
        tiles={useMapTiles()}
        position={position}
        readOnly={form.isSaving}
        onPick={({ lat, lng }) => form.edit({ lat: String(lat), lng: String(lng) })}
      />
    </div>
  );
}

const isPartnerDeleted = (failure: Error | null) =>
  failure instanceof ApiFailure && failure.code === 'PARTNER_DELETED';

function describeFailure(failure: Error | null): string | undefined {
  if (isPartnerDeleted(failure)) return errorTable.PARTNER_DELETED.message;
  if (failure instanceof ApiFailure && failure.code === 'NOT_FOUND') {
    return 'Ya no se puede guardar: puede que el partner o la sucursal se hayan eliminado. Lo que escribiste sigue aquí.';
  }
  return undefined;
}

function useRestorePartner(onRestored: () => void) {
  return useToastMutation('No se pudo restaurar', {
    mutationFn: (idPartner: string, options) => api.trash.restore({ ids: [idPartner] }, options),
    onSuccess: () => {
      void invalidate(queries.partners.key());
      notifySuccess('Partner restaurado');
      onRestored();
    },
  });
}
