import Database from 'better-sqlite3';
const d = new Database(':memory:');
function run(label: string, ddl: string) {
 d.exec('drop table if exists domain'); d.exec(ddl);
 const ins = d.prepare('insert into domain(name,revision,registered,cancelled,free_at) values(?,?,?,?,?)');
 d.exec('begin'); for(let i=0;i<100000;i++) ins.run('name'+i,1000000,i,null,null); d.exec('commit');
 let out=label+': ';
 for (const [k,sql] of Object.entries({ plain:'select registered from domain where name=?', order:'select registered from domain where name=? order by revision desc limit 1', sub:'select registered from domain where name=? and revision=(select max(revision) from domain d where d.name=domain.name)', notidx: 'select registered from domain not indexed where name=? order by revision desc limit 1', })) {
  const s=d.prepare(sql).raw(); for(let rep=0;rep<2;rep++){ const c=process.cpuUsage().user; for(let i=0;i<200000;i++) s.get('name'+(i*7919%100000)); if(rep) out+=`${k} ${((process.cpuUsage().user-c)/200000).toFixed(2)} `; } }
 console.log(out);
}
const t=(rest='')=>`create table domain(name text not null, revision integer not null, registered integer, cancelled integer, free_at integer, superseded integer not null default 0, primary key(name,revision)) ${rest};`;
run('without rowid, no index', t('without rowid'));
run('without rowid, revision index', t('without rowid')+'create index r on domain(revision);');
run('without rowid, partial index', t('without rowid')+'create index p on domain(cancelled) where cancelled is not null and free_at is null and superseded=0;');
run('without rowid, marked', t('without rowid')+'create index p on domain(free_at) where free_at is not null;');
run('rowid', t(''));
