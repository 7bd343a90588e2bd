import { expect, it } from 'vitest';
import { addStartScript } from './start-script.ts';

const files = { run: ['/assets/</script>.js'], imported: [], parts: [] };

it('comes before the styles, and before anything else that browsers load', () => {
  const head =
    '<head><meta charSet="utf-8"/><link rel="preload" href="/font"/><link rel="stylesheet"/></head>';
  const html = addStartScript(`<html>${head}<body><link rel="stylesheet"/></body></html>`, files, 'n0nce');
  expect(html).toMatch(
    /^<html><head><meta charSet="utf-8"\/><script nonce="n0nce">.*<\/script><link rel="preload"/s,
  );
  expect(html.match(/<script|<\/script>/g)).toHaveLength(2);
});

it('runs in a page, and leaves no element that React would hydrate', () => {
  const html = addStartScript('<html><head></head><body></body></html>', files, 'n0nce');
  const [, code = ''] = /<script[^>]*>(.*)<\/script><\/head>/s.exec(html) ?? [];
  const script = document.head.appendChild(document.createElement('script'));
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  new Function(code)();
  Reflect.deleteProperty(document, 'currentScript');
  expect(script.isConnected).toBe(false);
  expect(window.earlyInput).toBeDefined();
  window.earlyInput?.stop();
  window.earlyInput = undefined;
});
