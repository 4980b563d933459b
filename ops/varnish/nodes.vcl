# Addresses of this installation for default.vcl. Only Varnish may read this file, because it contains the key.

probe readiness {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 1;
}

# Each node is listed twice: with and without the probe.
backend node1_ready { .host = "10.0.0.1"; .port = "4321"; .probe = readiness; }
backend node1 { .host = "10.0.0.1"; .port = "4321"; }

sub vcl_init {
  new ready = directors.round_robin();
  ready.add_backend(node1_ready);
  new any = directors.round_robin();
  any.add_backend(node1);
}

# The nodes that purge, and CDN_PURGE_KEY after "Bearer ".
acl purgers { "10.0.0.0"/24; }
sub purge_key {
  set req.http.Purge-Key = "Bearer the CDN_PURGE_KEY of the nodes";
}
