import { t } from '#contract/i18n/translate.ts';

/** Shown when the page has no root element for the application. Works without styles and React. */
export function showStartFailure(): void {
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'max-width:28rem;margin:20vh auto;padding:1rem;text-align:center;font-family:system-ui';
  const title = document.createElement('h1');
  title.textContent = t('Application Error');
  const text = document.createElement('p');
  text.textContent = t('Failed to load the application. Please refresh the page.');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = t('Refresh Page');
  button.addEventListener('click', () => window.location.reload());
  box.append(title, text, button);
  document.body.append(box);
}
