import type { Prospect } from '@simiente/contract/prospects/calls';
import { useRef, useState } from 'react';
import { lazyForm } from '../../lib/lazy-on-use.ts';
import { ConvertModal, requestConversion } from './panel/ConvertModal.tsx';

export const LazyNewProspect = lazyForm(() => import('./NewProspectModal.tsx'));

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
