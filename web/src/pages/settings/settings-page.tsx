import '#web/styles/lazy/preferences.css';
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
      <h1 className="mb-4 text-2xl">{t('Settings')}</h1>
      <div className="side-tabs">
        <nav className="tabs" aria-label={t('Settings')}>
          {tabs.map(({ name, label }) => (
            <Link
              key={name}
              to={`/settings/${name}`}
              className="tab"
              activeProps={{ 'aria-current': 'page', 'data-active': '' } as object}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 max-w-feed">
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
