import { Link, Outlet } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { Page } from '#web/ui/page/page-grid.tsx';
import type { SettingsTab } from './settings-tab.ts';

const modules = import.meta.glob<Record<string, SettingsTab>>('./*.settings-tab.ts', { eager: true });
const tabs = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .sort((one, two) => one.position - two.position);

/** The settings of the viewer's account, in tabs. */
export function SettingsPage() {
  return (
    <Page>
      <div className="mx-auto max-w-feed">
        <h1 className="mb-4 text-2xl">{t('Settings')}</h1>
        <nav className="tabs mb-5" aria-label={t('Settings')}>
          {tabs.map(({ name, label }) => (
            <Link
              key={name}
              to={`/settings/${name}`}
              className="tab flex items-center"
              activeProps={{ 'aria-current': 'page', 'data-active': '' } as object}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <Outlet />
      </div>
    </Page>
  );
}
