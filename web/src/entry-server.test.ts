// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { render } from './entry-server.tsx';

const assets = { entry: '/assets/entry.js', styles: ['/assets/main.css'], fontUrl: null, preloads: {} };

/** Renders `/fix` for someone whose session answers so. */
const renderFix = (session: unknown, status = 200) =>
  render(
    {
      url: '/fix',
      nonce: 'n0nce',
      theme: 'dark',
      origin: 'https://hearth.example',
      brandName: 'Ember </script>',
      fetchApi: async () => ({ status, json: async () => session }),
    },
    assets,
  );

describe('a page', () => {
  it('is rendered whole', async () => {
    const page = await renderFix({ session: null, user: null });
    expect(page.status).toBe(200);
    expect(page.failure).toBeUndefined();
    expect(page.html).toContain('Something not working?');
  });

  it('whose components fail goes out for the browser to render, and says why', async () => {
    // Somebody without an id: the header cannot show them.
    const page = await renderFix({ session: null, user: { full_name: 'Ines', avatar_url: null } });
    expect(page.status).toBe(500);
    expect(page.failure).toBeInstanceOf(Error);
    expect(page.html).toContain('Setting up your workspace');
    expect(page.html).toContain('<script type="module" async nonce="n0nce" src="/assets/entry.js">');
    expect(page.html).toContain('<link rel="stylesheet" href="/assets/main.css">');
    expect(page.html).toContain('data-theme="dark"');
    expect(page.html).toContain('"brandName":"Ember \\u003c/script>"');
    expect(page.html).toContain('<h1 class="text-2xl">Ember &lt;/script&gt;</h1>');
  });

  it('whose session cannot be read shows the error screen in its frame', async () => {
    const body = { error: { code: 'internal', message: 'broken', data: null, request_id: 'r' } };
    const page = await renderFix(body, 500);
    expect(page.status).toBe(500);
    expect(page.html).toContain('<html');
    expect(page.html).toContain('Application Error');
    expect(page.html).toContain('Skip to content');
  });
});
