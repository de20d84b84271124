import { IconProgressCheck } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { SelectionBarTool } from '../../../ui/list/SelectionBar.tsx';

interface StatusToolProps
  extends Omit<ComponentProps<typeof SelectionBarTool>, 'icon' | 'children'> {
  isBusy?: boolean;
}

/** The button of 'Cambiar estatus', in the bar before its menu has loaded. */
export function StatusTool({ isBusy = false, ...rest }: StatusToolProps) {
  return (
    <SelectionBarTool {...rest} icon={IconProgressCheck}>
      {isBusy ? 'Cargando...' : 'Cambiar estatus'}
    </SelectionBarTool>
  );
}
