/** HAProxy before the nodes of a cluster. */
interface Balanced {
  readonly port: number;
  readonly nodes: readonly { readonly name: string; readonly port: number }[];
  /** The address from which it asks them. */
  readonly source: string;
}

/**
 * Requests go to each node in turn while it is ready. A browser of staff stays on one node, where it reads at once what it
 * has written, and where its uploads are.
 */
export const haproxyConfiguration = ({ port, nodes, source }: Balanced): string => `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch
  retries 2

frontend in
  bind 127.0.0.1:${port}
  use_backend staff if { path_beg /admin }
  default_backend apis

backend apis
  balance leastconn
  option httpchk GET /readyz
  http-request disable-l7-retry unless METH_GET
  retry-on conn-failure empty-response
  default-server inter 1s fall 2 rise 1 source ${source}
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check`).join('\n')}

backend staff
  cookie watea-node insert indirect nocache httponly
  option httpchk GET /healthz
  default-server inter 1s fall 2 rise 1 source ${source}
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check cookie ${node.name}`).join('\n')}
`;
