import { Group, Stack, Title } from '@mantine/core';
import { Button } from '../ui/buttons/Button.tsx';
import { buttonKinds } from '../ui/buttons/LinkButton.tsx';

/** Every kind of the shared button in every state, to compare them while changing one. */
export function ButtonKinds() {
  return (
    <Stack component="main" p="xl">
      {buttonKinds.map((kind) => (
        <Stack key={kind} component="section" gap="xs" aria-label={kind}>
          <Title order={2}>{kind}</Title>
          <Group>
            <Button kind={kind}>Guardar</Button>
            <Button kind={kind} count={12}>
              Filtros
            </Button>
            <Button kind={kind} selected>
              Semana
            </Button>
            <Button kind={kind} loading>
              Guardar
            </Button>
            <Button kind={kind} disabled>
              Eliminar
            </Button>
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}
