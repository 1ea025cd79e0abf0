{{- /* By HTTP through one address; by gRPC to each pod, for a connection lasts and its caller takes them in turn. */}}
{{- define "tribus.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "tribus.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "tribus.selector" . | nindent 4 }}
  ports:
    - { name: http, port: 8080, targetPort: http, appProtocol: http }
    - { name: ops, port: 9464, targetPort: ops, appProtocol: http }
{{- end }}

{{- define "tribus.headlessService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "tribus.fullname" .root }}-{{ .name }}-grpc
  labels:
    app.kubernetes.io/name: {{ .name }}
    {{- include "tribus.labels" .root | nindent 4 }}
spec:
  clusterIP: None
  # Also while no pod is ready: a name that does not exist is remembered by the cluster's DNS for up to 30 s, and nobody
  # would see the pods that come meanwhile. Callers pass over a pod that does not take connections yet.
  publishNotReadyAddresses: true
  selector:
    {{- include "tribus.selector" . | nindent 4 }}
  ports:
    - { name: grpc, port: 50051, targetPort: grpc, appProtocol: grpc }
{{- end }}
