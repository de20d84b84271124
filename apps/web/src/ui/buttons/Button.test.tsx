import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { Button, CLICK_LOCK_MS } from './Button.tsx';
import { LinkButton } from './LinkButton.tsx';

function button() {
  return screen.getByRole('button');
}

describe('Button', () => {
  test('E-1.18, E-9.3: fires once and ignores further clicks for one second', () => {
    vi.useFakeTimers();
    const onClick = vi.fn();
    renderThemed(<Button onClick={onClick}>Guardar</Button>);
    fireEvent.click(button());
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(button()).toHaveProperty('dataset.locked', 'true');

    act(() => vi.advanceTimersByTime(CLICK_LOCK_MS - 1));
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(1);

    act(() => vi.advanceTimersByTime(1));
    expect(button().dataset.locked).toBeUndefined();
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  test('E-9.3: locks for 1000 ms', () => {
    expect(CLICK_LOCK_MS).toBe(1000);
  });

  test('E-1.18: two clicks before React has rendered the lock count once', () => {
    const onClick = vi.fn();
    renderThemed(<Button onClick={onClick}>Guardar</Button>);
    act(() => {
      button().click();
      button().click();
    });
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  test('a locked submit button does not send its form again', () => {
    const onSubmit = vi.fn((event: React.SubmitEvent) => event.preventDefault());
    renderThemed(
      <form onSubmit={onSubmit}>
        <Button type="submit">Iniciar sesión</Button>
      </form>,
    );
    act(() => {
      button().click();
      button().click();
    });
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('E-1.19: a disabled button does not fire', () => {
    const onClick = vi.fn();
    renderThemed(
      <Button disabled onClick={onClick}>
        Leer
      </Button>,
    );
    fireEvent.click(button());
    expect(onClick).not.toHaveBeenCalled();
    expect(button()).toHaveProperty('disabled', true);
  });

  test('E-10.2926: a focused button keeps the focus while it is disabled, without firing', () => {
    const onClick = vi.fn();
    const draw = (disabled: boolean) => (
      <Button disabled={disabled} onClick={onClick}>
        Llegó
      </Button>
    );
    const { rerender } = renderThemed(draw(false));
    act(() => button().focus());
    rerender(draw(true));
    expect(button()).toHaveProperty('disabled', false);
    expect(button().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button());
    expect(onClick).not.toHaveBeenCalled();
    act(() => button().blur());
    expect(button()).toHaveProperty('disabled', true);
  });

  test('a button disabled for a reason can be focused, and its tooltip gives the reason', async () => {
    const onClick = vi.fn();
    await act(async () => {
      renderThemed(
        <Button disabled disabledReason="Aún no hay informe" onClick={onClick}>
          Leer
        </Button>,
      );
    });
    fireEvent.click(button());
    expect(onClick).not.toHaveBeenCalled();
    expect(button().getAttribute('aria-disabled')).toBe('true');
    act(() => button().focus());
    expect((await screen.findByRole('tooltip')).textContent).toBe('Aún no hay informe');
  });

  test('E-1.22: a loading button shows Cargando..., is busy and does not fire', () => {
    const onClick = vi.fn();
    renderThemed(
      <Button loading onClick={onClick}>
        Guardar
      </Button>,
    );
    fireEvent.click(button());
    expect(button().textContent).toBe('Cargando...');
    expect(button().getAttribute('aria-busy')).toBe('true');
    expect(onClick).not.toHaveBeenCalled();
  });

  test('a loading button may have its own label', () => {
    renderThemed(
      <Button loading loadingLabel="Iniciando sesión...">
        Iniciar sesión
      </Button>,
    );
    expect(button().textContent).toBe('Iniciando sesión...');
  });

  test('E-1.20: each kind of the specification has its own style', () => {
    const kinds = ['normal', 'linear', 'squared', 'rounded'] as const;
    renderThemed(
      <div>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
      </div>,
    );
    const looks = kinds.map((kind) => {
      const { dataset, style } = screen.getByRole('button', { name: kind });
      return [dataset.variant, style.getPropertyValue('--button-radius')];
    });
    expect(looks).toEqual([
      ['filled', ''],
      ['outline', ''],
      ['filled', '0rem'],
      ['filled', expect.stringContaining('62.4375rem')],
    ]);
  });

  test('E-1.23, E-1.24: a button shows its count with a thousands separator, and no count for 0', () => {
    const { rerender } = renderThemed(<Button count={1284}>Recetas</Button>);
    expect(button().textContent).toBe('Recetas 1,284');
    rerender(<Button count={0}>Recetas</Button>);
    expect(button().textContent).toBe('Recetas');
  });

  test('E-1.21: a selected toggle has aria-pressed; a plain button does not', () => {
    const { rerender } = renderThemed(<Button selected>Semana</Button>);
    expect(button().getAttribute('aria-pressed')).toBe('true');
    rerender(<Button>Semana</Button>);
    expect(button().getAttribute('aria-pressed')).toBeNull();
  });

  test('E-10.2102: a toggle takes each click and never looks disabled', () => {
    const onClick = vi.fn();
    renderThemed(
      <Button selected={false} onClick={onClick}>
        9:30
      </Button>,
    );
    fireEvent.click(button());
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(2);
    expect(button().getAttribute('data-locked')).toBeNull();
    expect(button().getAttribute('aria-disabled')).toBeNull();
  });

  test('a button submits its form only with type submit', () => {
    renderThemed(<Button>Cancelar</Button>);
    expect(button().getAttribute('type')).toBe('button');
  });
});

describe('LinkButton', () => {
  const href = '#estudios';
  const onClick = vi.fn();
  test.each([
    { href, onFollow: onClick },
    {
      link: (
        <a href={href} onClick={onClick}>
          Ver todas
        </a>
      ),
    },
  ])('a link never locks: %#', (target) => {
    onClick.mockClear();
    renderThemed(<LinkButton {...target}>Ver todas</LinkButton>);
    const link = screen.getByRole('link', { name: 'Ver todas' });
    fireEvent.click(link);
    fireEvent.click(link);
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  test('a new tab gets neither window.opener nor our address', () => {
    renderThemed(
      <LinkButton href="https://example.org/a.pdf" newTab>
        Consultar
      </LinkButton>,
    );
    const link = screen.getByRole('link', { name: 'Consultar' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });
});
