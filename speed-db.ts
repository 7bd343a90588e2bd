import pg from 'pg';
const c = new pg.Client('postgres://hearth@127.0.0.1:4001/postgres'); await c.connect();
if (process.argv[2] !== 'drop') { await c.query('drop database if exists speed_dev with (force)'); await c.query('create database speed_dev'); } else await c.query('drop database if exists speed_dev with (force)');
await c.end();
