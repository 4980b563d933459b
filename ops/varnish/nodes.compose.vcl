# nodes.vcl of ops/compose.yaml, which gives Varnish the CDN_PURGE_KEY in its environment. default.vcl has imported std.

probe readiness {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 1;
}

backend node1_ready { .host = "node1"; .port = "4321"; .probe = readiness; }
backend node1 { .host = "node1"; .port = "4321"; }
backend node2_ready { .host = "node2"; .port = "4321"; .probe = readiness; }
backend node2 { .host = "node2"; .port = "4321"; }

sub vcl_init {
  new ready = directors.round_robin();
  ready.add_backend(node1_ready);
  ready.add_backend(node2_ready);
  new any = directors.round_robin();
  any.add_backend(node1);
  any.add_backend(node2);
}

acl purgers { "172.30.0.0"/24; }
sub purge_key {
  set req.http.Purge-Key = "Bearer " + std.getenv("CDN_PURGE_KEY");
}
