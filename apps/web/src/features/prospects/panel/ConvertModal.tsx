import { errorTable } from '@simiente/contract/common/errors';
import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { type Prospect, prospect as prospectSchema } from '@simiente/contract/prospects/calls';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, invalidate } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { type RequestOptions, useRequestKey } from '../../../lib/api/request-key.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { rescueFocusInPanel } from '../../../ui/focus.ts';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifyError, notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  IdentificationFields,
  identificationFormFields,
  PersonFields,
  PossibleDuplicates,
  patientListsKey,
  personFields,
  sharedFields,
  usePatientDuplicates,
} from '../../patients/public.ts';
import {
  type FieldValues,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { refreshProspects, replaceProspect } from '../prospect-cache.ts';

const fields = { ...personFields, ...identificationFormFields };

export type ConversionRequest = FormRequest<FieldValues<typeof fields>, Prospect>;

/** A request for the form of a new patient, with the prospect's data. */
export function requestConversion({ name, mail, phone }: Prospect): ConversionRequest {
  return { record: null, start: { name, email: mail ?? '', phone: phone ?? '' } };
}

interface ConvertModalProps {
  prospect: Prospect;
  requested: ConversionRequest | null;
  /** Tells the panel behind the dialog, which ignores Escape while the dialog is open. */
  onOpenedChange?: (opened: boolean) => void;
  onConverted?: () => void;
  /** Called after the closing transition. The default moves the focus into the panel, because the opener is gone. */
  onClosed?: () => void;
}

/** A converted prospect; `isByAnotherUser` if another user converted the prospect first. */
type Converted = Prospect & { readonly isByAnotherUser?: true };

export function ConvertModal(props: ConvertModalProps) {
  const { prospect, requested, onOpenedChange, onConverted, onClosed = rescueFocusInPanel } = props;
  const { idProspect } = prospect;
  const { optionsFor } = useRequestKey();

  const form = useRecordForm({
    fields,
    requested,
    save: async ({ payload, options, isConfirmed }): Promise<Converted | null> => {
      if (!isConfirmed && !(await duplicates.confirmNoDuplicates())) return null;
      try {
        return await convert({ idProspect, ...payload, despiteDuplicates: isConfirmed }, options);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'POSSIBLE_DUPLICATES') throw error;
        // Another user may have created a patient with the same contact since the check.
        await duplicates.confirmNoDuplicates({ isRejected: true });
        return null;
      }
    },
    show,
    onDone: (converted) => converted && announce(converted),
  });
  const { opened } = form;
  const duplicates = usePatientDuplicates(form.values, { enabled: opened });
  const linking = useMutation({
    mutationFn: ({ idUser }: PossibleDuplicate) =>
      convert({ idProspect, idUser }, optionsFor([idProspect, idUser])),
    onSuccess: async (converted) => {
      await show(converted);
      announce(converted);
      form.discard();
    },
  });
  const isBusy = form.isSaving || linking.isPending;

  useEffect(() => onOpenedChange?.(opened), [opened, onOpenedChange]);

  async function show({ isByAnotherUser: _, ...converted }: Converted) {
    onConverted?.();
    await replaceProspect(converted);
    void refreshProspects();
    void invalidate(patientListsKey);
  }

  return (
    <RecordModal
      form={{ ...form, isSaving: isBusy }}
      title="Convertir en paciente"
      lead="El paciente empieza en «Registro» con estos datos, y el prospecto queda como «Convertido»."
      submitLabel="Crear paciente"
      // With possible duplicates, the primary button is 'Es este paciente' of the first one.
      submitKind={duplicates.duplicates.length > 0 ? 'default' : 'normal'}
      submit={
        duplicates.isWarned ? (
          <Button key="anyway" kind="default" loading={isBusy} onClick={form.submitAnyway}>
            Crear de todos modos
          </Button>
        ) : undefined
      }
      onClosed={onClosed}
    >
      <FormAlert message={linking.error?.message} />
      <PersonFields form={form} />
      <IdentificationFields form={form} />
      <PossibleDuplicates
        duplicates={duplicates.duplicates}
        typedName={form.values.name}
        isWarned={duplicates.isWarned}
        isBusy={isBusy}
        onChoose={(duplicate) =>
          form.leave(
            () => {
              form.stay();
              linking.mutate(duplicate);
            },
            sharedFields(duplicate, form.values),
          )
        }
      />
    </RecordModal>
  );
}

interface StartedConversionProps {
  prospect: Prospect;
  onClosed: (isConverted: boolean) => void;
}

/** The conversion into a patient that the status 'Convertido' requires, opened immediately. */
export function StartedConversion({ prospect, onClosed }: StartedConversionProps) {
  const [requested] = useState(() => requestConversion(prospect));
  const isConverted = useRef(false);
  return (
    <ConvertModal
      prospect={prospect}
      requested={requested}
      onConverted={() => {
        isConverted.current = true;
      }}
      onClosed={() => onClosed(isConverted.current)}
    />
  );
}

/** Converts a prospect, or returns the prospect that another user converted before. */
async function convert(
  input: Parameters<typeof api.prospects.convert>[0],
  options: RequestOptions,
): Promise<Converted> {
  try {
    return (await api.prospects.convert(input, options)).data.prospect;
  } catch (error) {
    const converted = parseConverted(error);
    if (converted === undefined) throw error;
    return { ...converted, isByAnotherUser: true };
  }
}

function parseConverted(error: unknown): Prospect | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'PROSPECT_CONVERTED') return undefined;
  const details = error.details as { readonly current?: unknown } | undefined;
  return prospectSchema.safeParse(details?.current).data;
}

function announce({ isByAnotherUser, patient }: Converted): void {
  if (isByAnotherUser) {
    notifyError(errorTable.PROSPECT_CONVERTED.message, {
      detail: `Es ${patient?.name ?? 'otro paciente'}.`,
    });
  } else notifySuccess('Prospecto convertido en paciente');
}
