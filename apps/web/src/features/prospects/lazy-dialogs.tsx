import type { Prospect } from '@simiente/contract/prospects/calls';
import { Suspense, useRef, useState } from 'react';
import { lazyOnUse, useOnceTrue } from '../../lib/lazy-on-use.ts';
import { useHasDraft } from '../session/public.ts';
import type { NewProspectModalProps } from './NewProspectModal.tsx';
import { ConvertModal, requestConversion } from './panel/ConvertModal.tsx';

const NewProspectModal = lazyOnUse(() => import('./NewProspectModal.tsx'));

/** The form of a new prospect, loaded when it is requested or a draft is recovered. */
export function LazyNewProspect(props: NewProspectModalProps) {
  const hasDraft = useHasDraft(props.name);
  const isNeeded = useOnceTrue(hasDraft || props.requested !== null);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <NewProspectModal {...props} />
    </Suspense>
  );
}

interface StartedConversionProps {
  prospect: Prospect;
  /** Called after the closing transition. */
  onClosed: (isConverted: boolean) => void;
}

/** The conversion into a patient that the status 'Convertido' requires, opened at once. */
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
