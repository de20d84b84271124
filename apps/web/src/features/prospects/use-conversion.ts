import type { Prospect } from '@simiente/contract/prospects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  checkDraft,
  type DraftErrors,
  type PatientDraft,
  patientListsKey,
  useDuplicates,
} from '../patients/public.ts';
import { useKeptDraft } from '../session/public.ts';
import { refreshProspects, replaceProspect } from './prospect-cache.ts';
import { convertedProspectOf } from './save-prospect.ts';

export type Conversion = ReturnType<typeof useConversion>;

interface ConversionOptions {
  prospect: Prospect;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

const fields = ['name', 'email', 'phone'] as const;

type ConvertInput = Parameters<typeof api.prospects.convert>[0];

/** What becomes of a prospect: a new patient with what they gave, corrected where it has to be, or one who is there. */
export function useConversion({ prospect, opened, onOpen, onClose }: ConversionOptions) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(prospect));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [lookup, setLookup] = useState<{ isPending: boolean; error: Error | null }>(IDLE);
  const { keyOf, forget } = useRequestKey();
  const duplicates = useDuplicates(draft, { enabled: opened });
  const isDirty = opened && fields.some((field) => draft[field] !== draftOf(prospect)[field]);

  const { kept, keep } = useKeptDraft<PatientDraft>(`prospect conversion ${prospect.idProspect}`);
  useEffect(() => keep(isDirty ? draft : undefined));
  const reopen = useEffectEvent(() => {
    if (kept === undefined) return;
    setDraft(kept);
    onOpen();
  });
  useEffect(() => reopen(), []);

  const converting = useMutation({
    mutationFn: async ({ key, ...input }: ConvertInput & { key: string }) =>
      (await api.prospects.convert(input, { context: { idempotencyKey: key } })).data.prospect,
    onSuccess: async (converted) => {
      await replaceProspect(cache, converted);
      void refreshProspects(cache);
      void cache.invalidateQueries({ queryKey: patientListsKey });
      notifySuccess('Prospecto convertido en paciente');
      end();
    },
    onError: async (error) => {
      const converted = convertedProspectOf(error);
      if (converted) {
        await replaceProspect(cache, converted);
        void refreshProspects(cache);
        notifyError(error.message, { detail: `Es ${converted.patient?.name ?? 'otro paciente'}.` });
        end();
      } else if (error instanceof ApiFailure && error.code === 'POSSIBLE_DUPLICATES') {
        // Somebody was made meanwhile.
        await lookForDuplicates();
      }
    },
  });

  function end() {
    forget();
    setErrors({});
    duplicates.forget();
    converting.reset();
    setLookup(IDLE);
    setDraft(draftOf(prospect));
    onClose();
  }

  async function lookForDuplicates(): Promise<boolean> {
    setLookup({ isPending: true, error: null });
    try {
      const isNobody = await duplicates.confirmNobody();
      setLookup(IDLE);
      return isNobody;
    } catch (error) {
      setLookup({ isPending: false, error: error as Error });
      return false;
    }
  }

  function send(input: ConvertInput) {
    converting.mutate({ ...input, key: keyOf(input) });
  }

  async function create({ anyway }: { anyway: boolean }) {
    const checked = checkDraft(draft, fields);
    setErrors('errors' in checked ? checked.errors : {});
    if (!('written' in checked)) return;
    if (!anyway && !(await lookForDuplicates())) return;
    const { idProspect } = prospect;
    send({ idProspect, ...checked.written, despiteDuplicates: anyway });
  }

  const refusal = converting.error;
  const isWarning = refusal instanceof ApiFailure && refusal.code === 'POSSIBLE_DUPLICATES';
  const isBusy = converting.isPending || lookup.isPending;
  return {
    draft,
    errors,
    isBusy,
    duplicates,
    error: lookup.error ?? (isWarning ? null : refusal),
    edit: (next: Partial<PatientDraft>) => {
      setDraft({ ...draft, ...next });
      // What is wrong is said until it is touched.
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in next))));
    },
    create: () => void create({ anyway: false }),
    createAnyway: () => void create({ anyway: true }),
    link: (idUser: string) => send({ idProspect: prospect.idProspect, idUser }),
    close: () => !isBusy && end(),
  };
}

const IDLE = { isPending: false, error: null };

function draftOf({ name, mail, phone }: Prospect): PatientDraft {
  return { name, email: mail ?? '', phone: phone ?? '', status: 1 };
}
